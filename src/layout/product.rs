//! Products: copies of a layout, laid out by another.

use crate::algebra::divide::Tiler;
use crate::algebra::tile;
use crate::profile::FitsTiler;
use crate::tuple::IntTuple;
use crate::tuple::arrange;

use super::strided::{JoinLayouts, SpreadLayout, join_layouts, spread_layout};
use super::{Layout, Strided, check};

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
pub trait Products: Sized {
    /// See [`logical_product`](Products::logical_product).
    type LogicalProduct<T: Tiler>: Layout;
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
    type TileToShape<T: IntTuple>: Layout;
    /// See [`tile_to_shape_ordered`](Products::tile_to_shape_ordered).
    type TileToShapeOrdered<T: IntTuple, O: IntTuple>: Layout;
    /// (block, copies): this layout, repeated as `t` lays it out. CuTe: `logical_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 2) : (4, 1)).logical_product(layout!(6 : 1));
    /// assert_eq!(p, layout!(((2, 2), (2, 3)) : ((4, 1), (2, 8))));
    /// ```
    fn logical_product<T: Tiler<TilerForm: FitsTiler<<Self as Layout>::Profile>>>(
        self,
        t: T,
    ) -> Self::LogicalProduct<T>
    where
        Self: Layout;
    /// (blocks, copies): as [`logical_product`](Products::logical_product), with the blocks of all modes
    /// first and the copies second. CuTe: `zipped_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).zipped_product((layout!(3 : 5), layout!(4 : 6)));
    /// assert_eq!(p, layout!(((2, 5), (3, 4)) : ((5, 1), (10, 30))));
    /// ```
    fn zipped_product<T: Tiler<TilerForm: FitsTiler<<Self as Layout>::Profile>>>(
        self,
        t: T,
    ) -> Self::ZippedProduct<T>
    where
        Self: Layout;
    /// (blocks, copies, copies, ..): as [`zipped_product`](Products::zipped_product), with the copies as
    /// modes of their own. CuTe: `tiled_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).tiled_product((layout!(3 : 5), layout!(4 : 6)));
    /// assert_eq!(p, layout!(((2, 5), 3, 4) : ((5, 1), 10, 30)));
    /// ```
    fn tiled_product<T: Tiler<TilerForm: FitsTiler<<Self as Layout>::Profile>>>(
        self,
        t: T,
    ) -> Self::TiledProduct<T>
    where
        Self: Layout;
    /// (block, block, .., copies, copies, ..): as [`zipped_product`](Products::zipped_product), with all
    /// modes on one level. CuTe: `flat_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).flat_product((layout!(3 : 5), layout!(4 : 6)));
    /// assert_eq!(p, layout!((2, 5, 3, 4) : (5, 1, 10, 30)));
    /// ```
    fn flat_product<T: Tiler<TilerForm: FitsTiler<<Self as Layout>::Profile>>>(
        self,
        t: T,
    ) -> Self::FlatProduct<T>
    where
        Self: Layout;
    /// Copies of this block side by side: mode i runs through mode i of the block, then through mode i
    /// of `b`. The layout with fewer modes is filled up with 1:0. CuTe: `blocked_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).blocked_product(layout!((3, 4) : (1, 3)));
    /// assert_eq!(p, layout!(((2, 3), (5, 4)) : ((5, 10), (1, 30))));
    /// ```
    fn blocked_product<B: Layout>(self, b: B) -> Self::BlockedProduct<B>;
    /// Copies of this block, interleaved: mode i runs through mode i of `b`, then through mode i of
    /// the block. CuTe: `raked_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).raked_product(layout!((3, 4) : (1, 3)));
    /// assert_eq!(p, layout!(((3, 2), (4, 5)) : ((10, 5), (30, 1))));
    /// ```
    fn raked_product<B: Layout>(self, b: B) -> Self::RakedProduct<B>;
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
    fn tile_to_shape<T: IntTuple>(self, target: T) -> Self::TileToShape<T>;
    /// [`tile_to_shape`](Products::tile_to_shape) with the copies in the order of the static integers of
    /// `order`. CuTe: `tile_to_shape(block, target, order)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let block = layout!((8, 4) : (4, 1));
    /// let tiled = block.tile_to_shape_ordered(shape!((16, 8)), coord!((1, 0)));
    /// assert_eq!(tiled, layout!(((8, 2), (4, 2)) : ((4, 64), (1, 32))));
    /// ```
    fn tile_to_shape_ordered<T: IntTuple, O: IntTuple>(
        self,
        target: T,
        order: O,
    ) -> Self::TileToShapeOrdered<T, O>;
}

/// B as a tuple of modes; an integer is one mode.
type ByModes<B> =
    Strided<arrange::AsTuple<<B as Layout>::ModeShape>, arrange::AsTuple<<B as Layout>::Stride>>;
#[inline(always)]
fn by_modes<B: Layout>(b: B) -> ByModes<B> {
    Strided::of(
        arrange::as_tuple(b.mode_shape()),
        arrange::as_tuple(b.stride()),
    )
}

#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> Products for Strided<S, D> {
    type LogicalProduct<T: Tiler> = T::Product<Self>;
    type ZippedProduct<T: Tiler> = <T::Blocks<Self> as Layout>::Pair<T::Copies<Self>>;
    type TiledProduct<T: Tiler> =
        <SpreadLayout<T::Copies<Self>> as Layout>::PrependMode<T::Blocks<Self>>;
    type FlatProduct<T: Tiler> = JoinLayouts<T::Blocks<Self>, T::Copies<Self>>;
    type BlockedProduct<B: Layout> =
        <Self as Layout>::Ahead<<Self as Layout>::CopiesBy<ByModes<B>, B::Cosize>>;
    type RakedProduct<B: Layout> =
        <Self as Layout>::Behind<<Self as Layout>::CopiesBy<ByModes<B>, B::Cosize>>;
    type TileToShape<T: IntTuple> = tile::TileToShape<S, D, T>;
    type TileToShapeOrdered<T: IntTuple, O: IntTuple> = tile::TileToShapeOrdered<S, D, T, O>;

    #[inline(always)]
    fn logical_product<T: Tiler<TilerForm: FitsTiler<<Self as Layout>::Profile>>>(
        self,
        t: T,
    ) -> Self::LogicalProduct<T> {
        const { check::<Self::LogicalProduct<T>>() }
        t.product(self)
    }
    #[inline(always)]
    fn zipped_product<T: Tiler<TilerForm: FitsTiler<<Self as Layout>::Profile>>>(
        self,
        t: T,
    ) -> Self::ZippedProduct<T> {
        const { check::<Self::ZippedProduct<T>>() }
        t.blocks(self).pair(t.copies(self))
    }
    #[inline(always)]
    fn tiled_product<T: Tiler<TilerForm: FitsTiler<<Self as Layout>::Profile>>>(
        self,
        t: T,
    ) -> Self::TiledProduct<T> {
        const { check::<Self::TiledProduct<T>>() }
        spread_layout(t.copies(self)).prepend_mode(t.blocks(self))
    }
    #[inline(always)]
    fn flat_product<T: Tiler<TilerForm: FitsTiler<<Self as Layout>::Profile>>>(
        self,
        t: T,
    ) -> Self::FlatProduct<T> {
        const { check::<Self::FlatProduct<T>>() }
        join_layouts(t.blocks(self), t.copies(self))
    }
    #[inline(always)]
    fn blocked_product<B: Layout>(self, b: B) -> Self::BlockedProduct<B> {
        const { check::<Self::BlockedProduct<B>>() }
        self.ahead(self.copies_by(by_modes(b), b.cosize()))
    }
    #[inline(always)]
    fn raked_product<B: Layout>(self, b: B) -> Self::RakedProduct<B> {
        const { check::<Self::RakedProduct<B>>() }
        self.behind(self.copies_by(by_modes(b), b.cosize()))
    }
    #[inline(always)]
    fn tile_to_shape<T: IntTuple>(self, target: T) -> Self::TileToShape<T> {
        const { check::<Self::TileToShape<T>>() }
        tile::tile_to_shape(self.shape, self.stride, target)
    }
    #[inline(always)]
    fn tile_to_shape_ordered<T: IntTuple, O: IntTuple>(
        self,
        target: T,
        order: O,
    ) -> Self::TileToShapeOrdered<T, O> {
        const { check::<Self::TileToShapeOrdered<T, O>>() }
        tile::tile_to_shape_ordered(self.shape, self.stride, target, order)
    }
}
