//! Products: copies of a layout, laid out by another.

use crate::algebra::divide::Tiler;
use crate::algebra::tile;
use crate::profile::{FilledForm, FilledOrderedForm, FitsTiler, ProductForm};
use crate::run_time::{Faults, demand};
use crate::tuple::IntTuple;
use crate::tuple::arrange;

use super::strided::{Formed, JoinLayouts, SpreadLayout, join_layouts, spread_layout};
use super::{Layout, Profiled, Strided, check};

/// Copies of a layout, laid out by another or filling a shape.
///
/// Every [`Layout`] has these operations.
///
/// ```
/// use zellige::prelude::*;
/// let block = layout!((2, 2) : (4, 1));
/// assert_eq!(block.logical_product(layout!(6 : 1)), layout!(((2, 2), (2, 3)) : ((4, 1), (2, 8))));
/// ```
#[diagnostic::on_unimplemented(
    message = "this type is not a layout",
    label = "a layout is needed here",
    note = "a layout is a shape with its strides, `layout!(shape : stride)`; a tuple alone is a shape, a coordinate or a tiler by mode"
)]
pub trait Products: Profiled {
    /// See [`logical_product`](Products::logical_product).
    type LogicalProduct<T: Tiler>: Layout<Profile = ProductForm<Self, T>>;
    /// See [`zipped_product`](Products::zipped_product).
    type ZippedProduct<T: Tiler>: Layout;
    /// See [`tiled_product`](Products::tiled_product).
    type TiledProduct<T: Tiler>: Layout;
    /// See [`flat_product`](Products::flat_product).
    type FlatProduct<T: Tiler>: Layout;
    /// See [`blocked_product`](Products::blocked_product).
    type BlockedProduct<B: Layout>: Layout;
    /// See [`raked_product`](Products::raked_product).
    type RakedProduct<B: Layout>: Layout;
    /// See [`tile_to_shape`](Products::tile_to_shape).
    type TileToShape<T: IntTuple>: Layout<Profile = FilledForm<Self, T>>;
    /// See [`tile_to_shape_ordered`](Products::tile_to_shape_ordered).
    type TileToShapeOrdered<T: IntTuple, O: IntTuple>: Layout<
        Profile = FilledOrderedForm<Self, T, O>,
    >;
    /// (block, copies): this layout, repeated as `t` lays it out. CuTe: `logical_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 2) : (4, 1)).logical_product(layout!(6 : 1));
    /// assert_eq!(p, layout!(((2, 2), (2, 3)) : ((4, 1), (2, 8))));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn logical_product<T: Tiler<TilerForm: FitsTiler<<Self as Layout>::Profile>>>(
        self,
        t: T,
    ) -> Self::LogicalProduct<T>
    where
        Self: Layout,
    {
        const { check::<Self::LogicalProduct<T>>() }
        demand!(|faults| self.logical_product_noting(t, faults))
    }
    /// (blocks, copies): as [`logical_product`](Products::logical_product), with the blocks of all modes
    /// first and the copies second. CuTe: `zipped_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).zipped_product((layout!(3 : 5), layout!(4 : 6)));
    /// assert_eq!(p, layout!(((2, 5), (3, 4)) : ((5, 1), (10, 30))));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn zipped_product<T: Tiler<TilerForm: FitsTiler<<Self as Layout>::Profile>>>(
        self,
        t: T,
    ) -> Self::ZippedProduct<T>
    where
        Self: Layout,
    {
        const { check::<Self::ZippedProduct<T>>() }
        demand!(|faults| self.zipped_product_noting(t, faults))
    }
    /// (blocks, copies, copies, ..): as [`zipped_product`](Products::zipped_product), with the copies as
    /// modes of their own. CuTe: `tiled_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).tiled_product((layout!(3 : 5), layout!(4 : 6)));
    /// assert_eq!(p, layout!(((2, 5), 3, 4) : ((5, 1), 10, 30)));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn tiled_product<T: Tiler<TilerForm: FitsTiler<<Self as Layout>::Profile>>>(
        self,
        t: T,
    ) -> Self::TiledProduct<T>
    where
        Self: Layout,
    {
        const { check::<Self::TiledProduct<T>>() }
        demand!(|faults| self.tiled_product_noting(t, faults))
    }
    /// (block, block, .., copies, copies, ..): as [`zipped_product`](Products::zipped_product), with all
    /// modes on one level. CuTe: `flat_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).flat_product((layout!(3 : 5), layout!(4 : 6)));
    /// assert_eq!(p, layout!((2, 5, 3, 4) : (5, 1, 10, 30)));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn flat_product<T: Tiler<TilerForm: FitsTiler<<Self as Layout>::Profile>>>(
        self,
        t: T,
    ) -> Self::FlatProduct<T>
    where
        Self: Layout,
    {
        const { check::<Self::FlatProduct<T>>() }
        demand!(|faults| self.flat_product_noting(t, faults))
    }
    /// Copies of this block side by side: mode i runs through mode i of the block, then through mode i
    /// of `b`. The layout with fewer modes is filled up with 1:0. CuTe: `blocked_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).blocked_product(layout!((3, 4) : (1, 3)));
    /// assert_eq!(p, layout!(((2, 3), (5, 4)) : ((5, 10), (1, 30))));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn blocked_product<B: Layout>(self, b: B) -> Self::BlockedProduct<B> {
        const { check::<Self::BlockedProduct<B>>() }
        demand!(|faults| self.blocked_product_noting(b, faults))
    }
    /// Copies of this block, interleaved: mode i runs through mode i of `b`, then through mode i of
    /// the block. CuTe: `raked_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).raked_product(layout!((3, 4) : (1, 3)));
    /// assert_eq!(p, layout!(((3, 2), (4, 5)) : ((10, 5), (30, 1))));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn raked_product<B: Layout>(self, b: B) -> Self::RakedProduct<B> {
        const { check::<Self::RakedProduct<B>>() }
        demand!(|faults| self.raked_product_noting(b, faults))
    }
    /// Copies of this block that fill the shape `target`, the first mode fastest: mode i runs through
    /// mode i of the block, then from copy to copy along it. CuTe: `tile_to_shape`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let block = layout!((8, 4) : (4, 1));
    /// let tiled = block.tile_to_shape(shape!((16, 8)));
    /// assert_eq!(tiled, layout!(((8, 2), (4, 2)) : ((4, 32), (1, 64))));
    /// ```
    ///
    /// A target of `(16,6)` is refused: `tile_to_shape: block extent 4 does not divide target extent 6`; one of `16`,
    /// too: `tile_to_shape: the block (_8,_4) has more modes than the target _16`.
    #[inline(always)]
    #[track_caller]
    fn tile_to_shape<T: IntTuple>(self, target: T) -> Self::TileToShape<T> {
        const { check::<Self::TileToShape<T>>() }
        demand!(|faults| self.tile_to_shape_noting(target, faults))
    }
    /// [`tile_to_shape`](Products::tile_to_shape) with the copies in the order of the static integers of
    /// `order`. CuTe: `tile_to_shape(block, target, order)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let block = layout!((8, 4) : (4, 1));
    /// let tiled = block.tile_to_shape_ordered(shape!((16, 8)), coord!((1, 0)));
    /// assert_eq!(tiled, layout!(((8, 2), (4, 2)) : ((4, 64), (1, 32))));
    /// ```
    #[doc(alias = "tile_to_shape")]
    #[inline(always)]
    #[track_caller]
    fn tile_to_shape_ordered<T: IntTuple, O: IntTuple>(
        self,
        target: T,
        order: O,
    ) -> Self::TileToShapeOrdered<T, O> {
        const { check::<Self::TileToShapeOrdered<T, O>>() }
        demand!(|faults| self.tile_to_shape_ordered_noting(target, order, faults))
    }
    #[doc(hidden)]
    fn logical_product_noting<T: Tiler>(self, t: T, faults: impl Faults)
    -> Self::LogicalProduct<T>;
    #[doc(hidden)]
    fn zipped_product_noting<T: Tiler>(self, t: T, faults: impl Faults) -> Self::ZippedProduct<T>;
    #[doc(hidden)]
    fn tiled_product_noting<T: Tiler>(self, t: T, faults: impl Faults) -> Self::TiledProduct<T>;
    #[doc(hidden)]
    fn flat_product_noting<T: Tiler>(self, t: T, faults: impl Faults) -> Self::FlatProduct<T>;
    #[doc(hidden)]
    fn blocked_product_noting<B: Layout>(
        self,
        b: B,
        faults: impl Faults,
    ) -> Self::BlockedProduct<B>;
    #[doc(hidden)]
    fn raked_product_noting<B: Layout>(self, b: B, faults: impl Faults) -> Self::RakedProduct<B>;
    #[doc(hidden)]
    fn tile_to_shape_noting<T: IntTuple>(
        self,
        target: T,
        faults: impl Faults,
    ) -> Self::TileToShape<T>;
    #[doc(hidden)]
    fn tile_to_shape_ordered_noting<T: IntTuple, O: IntTuple>(
        self,
        target: T,
        order: O,
        faults: impl Faults,
    ) -> Self::TileToShapeOrdered<T, O>;
}

/// B as a tuple of modes; an integer is one mode.
type ByModes<B> =
    Strided<arrange::AsTuple<<B as Layout>::ModeShape>, arrange::AsTuple<<B as Layout>::Stride>>;
#[inline(always)]
fn by_modes<B: Layout>(b: B) -> ByModes<B> {
    Strided::of(
        arrange::as_tuple(b.mode_shape()),
        arrange::as_tuple(b.mode_stride()),
    )
}

#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> Products for Strided<S, D> {
    type LogicalProduct<T: Tiler> = Formed<T::Product<Self>, ProductForm<Self, T>>;
    type ZippedProduct<T: Tiler> = <T::Blocks<Self> as Layout>::Pair<T::Copies<Self>>;
    type TiledProduct<T: Tiler> =
        <SpreadLayout<T::Copies<Self>> as Layout>::PrependMode<T::Blocks<Self>>;
    type FlatProduct<T: Tiler> = JoinLayouts<T::Blocks<Self>, T::Copies<Self>>;
    type BlockedProduct<B: Layout> =
        <Self as Layout>::Ahead<<Self as Layout>::CopiesBy<ByModes<B>, B::Cosize>>;
    type RakedProduct<B: Layout> =
        <Self as Layout>::Behind<<Self as Layout>::CopiesBy<ByModes<B>, B::Cosize>>;
    type TileToShape<T: IntTuple> = Formed<tile::TileToShape<S, D, T>, FilledForm<Self, T>>;
    type TileToShapeOrdered<T: IntTuple, O: IntTuple> =
        Formed<tile::TileToShapeOrdered<S, D, T, O>, FilledOrderedForm<Self, T, O>>;

    #[inline(always)]
    fn logical_product_noting<T: Tiler>(
        self,
        t: T,
        faults: impl Faults,
    ) -> Self::LogicalProduct<T> {
        t.product(self, faults).formed()
    }
    #[inline(always)]
    fn zipped_product_noting<T: Tiler>(self, t: T, faults: impl Faults) -> Self::ZippedProduct<T> {
        let blocks = t.blocks(self, faults.in_mode());
        blocks.pair(t.copies(self, faults.behind_mode().in_mode()))
    }
    #[inline(always)]
    fn tiled_product_noting<T: Tiler>(self, t: T, faults: impl Faults) -> Self::TiledProduct<T> {
        let blocks = t.blocks(self, faults.in_mode());
        spread_layout(t.copies(self, faults.behind_mode())).prepend_mode(blocks)
    }
    #[inline(always)]
    fn flat_product_noting<T: Tiler>(self, t: T, faults: impl Faults) -> Self::FlatProduct<T> {
        join_layouts(t.blocks(self, faults), t.copies(self, faults))
    }
    #[inline(always)]
    fn blocked_product_noting<B: Layout>(
        self,
        b: B,
        faults: impl Faults,
    ) -> Self::BlockedProduct<B> {
        self.ahead(self.copies_by(by_modes(b), b.cosize_modulo(), faults))
    }
    #[inline(always)]
    fn raked_product_noting<B: Layout>(self, b: B, faults: impl Faults) -> Self::RakedProduct<B> {
        self.behind(self.copies_by(by_modes(b), b.cosize_modulo(), faults))
    }
    #[inline(always)]
    fn tile_to_shape_noting<T: IntTuple>(
        self,
        target: T,
        faults: impl Faults,
    ) -> Self::TileToShape<T> {
        tile::tile_to_shape(self.shape, self.stride, target, faults).formed()
    }
    #[inline(always)]
    fn tile_to_shape_ordered_noting<T: IntTuple, O: IntTuple>(
        self,
        target: T,
        order: O,
        faults: impl Faults,
    ) -> Self::TileToShapeOrdered<T, O> {
        tile::tile_to_shape_ordered(self.shape, self.stride, target, order, faults).formed()
    }
}
