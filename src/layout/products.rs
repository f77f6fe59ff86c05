//! Products: copies of a layout, arranged by another layout.

use crate::algebra::tile_to_shape;
use crate::algebra::tiler::{self, Tiler};
use crate::layout::Steps;
use crate::layout::result_profiles::{FilledOrderedProfile, FilledProfile, ProductProfile};
use crate::profile::FitsTiler;
use crate::run_time::Faults;
use crate::tuple::IntTuple;
use crate::tuple::arrange;

use zellige_macros::operations;

use super::strided::{JoinLayouts, SpreadLayout, WithProfile, join_layouts, spread_layout};
use super::{Layout, Profiled, Strided};

/// Products: copies of a layout, arranged by another layout or filling a shape.
///
/// Every [`Layout`] has these operations.
///
/// ```
/// use zellige::prelude::*;
/// let block = layout!((2, 2) : (4, 1));
/// assert_eq!(block.logical_product(layout!(6 : 1)), layout!(((2, 2), (2, 3)) : ((4, 1), (2, 8))));
/// ```
#[operations]
pub trait Products: Profiled {
    /// (block, copies): this layout, repeated as `t` arranges it. CuTe: `logical_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 2) : (4, 1)).logical_product(layout!(6 : 1));
    /// assert_eq!(p, layout!(((2, 2), (2, 3)) : ((4, 1), (2, 8))));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/logical_product.svg"))]
    #[fallible]
    /// [`logical_product`](crate::Products::logical_product), or why the copies are not a layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 6u32;
    /// let copies = layout!((2, 2) : (4, 1)).try_logical_product(n).unwrap();
    /// assert_eq!(copies.crd2idx((3u32, 5u32)), 4 + 1 + 2 + 2 * 8);
    /// ```
    #[alias(
        "assert_layout!(LogicalProduct<layout!((2, 2) : (4, 1)), layout!(6 : 1)> == ((2, 2), (2, 3)) : ((4, 1), (2, 8)));"
    )]
    #[strided(WithProfile<tiler::Product<T, Self>, ProductProfile<Self, T>>)]
    fn logical_product<T: Tiler<TilerProfile: FitsTiler<Self::ShapeProfile>>>(
        self,
        t: T,
        faults: impl Faults,
    ) -> impl Layout<Profile = ProductProfile<Self, T>> {
        tiler::product(t, self, faults).with_profile()
    }
    /// (blocks, copies): as [`logical_product`](Products::logical_product), with the blocks of all
    /// modes first and the copies second. CuTe: `zipped_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).zipped_product((layout!(3 : 5), layout!(4 : 6)));
    /// assert_eq!(p, layout!(((2, 5), (3, 4)) : ((5, 1), (10, 30))));
    /// let small = layout!((2, 2) : (2, 1)).zipped_product((layout!(2 : 2), layout!(3 : 4)));
    /// assert_eq!(small, layout!(((2, 2), (2, 3)) : ((2, 1), (4, 8))));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/zipped_product.svg"))]
    #[fallible]
    /// [`zipped_product`](crate::Products::zipped_product), or why the copies are not a layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 3u32;
    /// let copies = layout!((2, 5) : (5, 1)).try_zipped_product((layout!(n : 5), layout!(4 : 6))).unwrap();
    /// assert_eq!(copies.to_string(), "((_2,_5),(3,_4)):((_5,_1),(_10,_30))");
    /// ```
    #[alias(
        "type Small = ZippedProduct<layout!((2, 2) : (2, 1)), (layout!(2 : 2), layout!(3 : 4))>;",
        "assert_layout!(Small == ((2, 2), (2, 3)) : ((2, 1), (4, 8)));"
    )]
    #[strided(<tiler::Blocks<T, Self> as Steps>::Pair<tiler::Copies<T, Self>>)]
    fn zipped_product<T: Tiler<TilerProfile: FitsTiler<Self::ShapeProfile>>>(
        self,
        t: T,
        faults: impl Faults,
    ) -> impl Layout {
        let blocks = tiler::blocks(t, self, faults.in_mode());
        blocks.pair(tiler::copies(t, self, faults.behind_mode().in_mode()))
    }
    /// (blocks, copies, copies, ...): as [`zipped_product`](Products::zipped_product), with the
    /// copies as separate modes. CuTe: `tiled_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).tiled_product((layout!(3 : 5), layout!(4 : 6)));
    /// assert_eq!(p, layout!(((2, 5), 3, 4) : ((5, 1), 10, 30)));
    /// let small = layout!((2, 2) : (2, 1)).tiled_product((layout!(2 : 2), layout!(3 : 4)));
    /// assert_eq!(small, layout!(((2, 2), 2, 3) : ((2, 1), 4, 8)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/tiled_product.svg"))]
    #[fallible]
    /// [`tiled_product`](crate::Products::tiled_product), or why the copies are not a layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 3u32;
    /// let copies = layout!((2, 5) : (5, 1)).try_tiled_product((layout!(n : 5), layout!(4 : 6))).unwrap();
    /// assert_eq!(copies.to_string(), "((_2,_5),3,_4):((_5,_1),_10,_30)");
    /// ```
    #[alias(
        "type Small = TiledProduct<layout!((2, 2) : (2, 1)), (layout!(2 : 2), layout!(3 : 4))>;",
        "assert_layout!(Small == ((2, 2), 2, 3) : ((2, 1), 4, 8));"
    )]
    #[strided(<SpreadLayout<tiler::Copies<T, Self>> as Steps>::PrependMode<tiler::Blocks<T, Self>>)]
    fn tiled_product<T: Tiler<TilerProfile: FitsTiler<Self::ShapeProfile>>>(
        self,
        t: T,
        faults: impl Faults,
    ) -> impl Layout {
        let blocks = tiler::blocks(t, self, faults.in_mode());
        spread_layout(tiler::copies(t, self, faults.behind_mode())).prepend_mode(blocks)
    }
    /// (block, block, ..., copies, copies, ...): as [`zipped_product`](Products::zipped_product),
    /// with all modes on one level. CuTe: `flat_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).flat_product((layout!(3 : 5), layout!(4 : 6)));
    /// assert_eq!(p, layout!((2, 5, 3, 4) : (5, 1, 10, 30)));
    /// let small = layout!((2, 2) : (2, 1)).flat_product((layout!(2 : 2), layout!(3 : 4)));
    /// assert_eq!(small, layout!((2, 2, 2, 3) : (2, 1, 4, 8)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/flat_product.svg"))]
    #[fallible]
    /// [`flat_product`](crate::Products::flat_product), or why the copies are not a layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 3u32;
    /// let copies = layout!((2, 5) : (5, 1)).try_flat_product((layout!(n : 5), layout!(4 : 6))).unwrap();
    /// assert_eq!(copies.to_string(), "(_2,_5,3,_4):(_5,_1,_10,_30)");
    /// ```
    #[alias(
        "type Small = FlatProduct<layout!((2, 2) : (2, 1)), (layout!(2 : 2), layout!(3 : 4))>;",
        "assert_layout!(Small == (2, 2, 2, 3) : (2, 1, 4, 8));"
    )]
    #[strided(JoinLayouts<tiler::Blocks<T, Self>, tiler::Copies<T, Self>>)]
    fn flat_product<T: Tiler<TilerProfile: FitsTiler<Self::ShapeProfile>>>(
        self,
        t: T,
        faults: impl Faults,
    ) -> impl Layout {
        join_layouts(tiler::blocks(t, self, faults), tiler::copies(t, self, faults))
    }
    /// Copies of this block side by side: mode i runs through mode i of the block, then through
    /// mode i of `b`. The layout with fewer modes is padded with 1:0. CuTe: `blocked_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).blocked_product(layout!((3, 4) : (1, 3)));
    /// assert_eq!(p, layout!(((2, 3), (5, 4)) : ((5, 10), (1, 30))));
    /// let small = layout!((2, 2) : (2, 1)).blocked_product(layout!((2, 3) : (1, 2)));
    /// assert_eq!(small, layout!(((2, 2), (2, 3)) : ((2, 4), (1, 8))));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/blocked_product.svg"))]
    #[fallible]
    /// [`blocked_product`](crate::Products::blocked_product), or why the copies are not a layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 4u32;
    /// let copies = layout!((2, 5) : (5, 1)).try_blocked_product(layout!((3, n) : (1, 3))).unwrap();
    /// assert_eq!(copies.crd2idx((5u32, 19u32)), 5 + 4 + 11 * 10);
    /// ```
    #[alias(
        "type Small = BlockedProduct<layout!((2, 2) : (2, 1)), layout!((2, 3) : (1, 2))>;",
        "assert_layout!(Small == ((2, 2), (2, 3)) : ((2, 4), (1, 8)));"
    )]
    #[strided(<Self as Steps>::Ahead<<Self as Steps>::CopiesBy<ByModes<B>, B::Cosize>>)]
    fn blocked_product<B: Layout>(self, b: B, faults: impl Faults) -> impl Layout {
        self.ahead(self.copies_by(by_modes(b), b.cosize_modulo(), faults))
    }
    /// Copies of this block, interleaved: mode i runs through mode i of `b`, then through mode i of
    /// the block. CuTe: `raked_product`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let p = layout!((2, 5) : (5, 1)).raked_product(layout!((3, 4) : (1, 3)));
    /// assert_eq!(p, layout!(((3, 2), (4, 5)) : ((10, 5), (30, 1))));
    /// let small = layout!((2, 2) : (2, 1)).raked_product(layout!((2, 3) : (1, 2)));
    /// assert_eq!(small, layout!(((2, 2), (3, 2)) : ((4, 2), (8, 1))));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/raked_product.svg"))]
    #[fallible]
    /// [`raked_product`](crate::Products::raked_product), or why the copies are not a layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 4u32;
    /// let copies = layout!((2, 5) : (5, 1)).try_raked_product(layout!((3, n) : (1, 3))).unwrap();
    /// assert_eq!(copies.crd2idx((5u32, 19u32)), 5 + 4 + 11 * 10);
    /// ```
    #[alias(
        "type Small = RakedProduct<layout!((2, 2) : (2, 1)), layout!((2, 3) : (1, 2))>;",
        "assert_layout!(Small == ((2, 2), (3, 2)) : ((4, 2), (8, 1)));"
    )]
    #[strided(<Self as Steps>::Behind<<Self as Steps>::CopiesBy<ByModes<B>, B::Cosize>>)]
    fn raked_product<B: Layout>(self, b: B, faults: impl Faults) -> impl Layout {
        self.behind(self.copies_by(by_modes(b), b.cosize_modulo(), faults))
    }
    /// Copies of this block that fill the shape `target`, the first mode fastest: mode i runs
    /// through mode i of the block, then from copy to copy along it. CuTe: `tile_to_shape`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let block = layout!((8, 4) : (4, 1));
    /// let tiled = block.tile_to_shape(shape!((16, 8)));
    /// assert_eq!(tiled, layout!(((8, 2), (4, 2)) : ((4, 32), (1, 64))));
    /// let small = layout!((2, 2) : (2, 1)).tile_to_shape(shape!((4, 6)));
    /// assert_eq!(small, layout!(((2, 2), (2, 3)) : ((2, 4), (1, 8))));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/tile_to_shape.svg"))]
    ///
    /// A target of `(16,6)` is refused: `tile_to_shape: block extent 4 does not divide target
    /// extent 6`. So is a target of `16`: `tile_to_shape: the block (_8,_4) has more modes than the
    /// target _16`.
    #[fallible]
    /// [`tile_to_shape`](crate::Products::tile_to_shape), or why the block does not divide the
    /// target.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let block = layout!((8, 4) : (4, 1));
    /// let (m, n) = (16u32, 6u32);
    /// assert!(block.try_tile_to_shape((m, int!(8))).is_ok());
    /// let refusal = block.try_tile_to_shape((m, n)).unwrap_err();
    /// assert_eq!(refusal.message(), "tile_to_shape: block extent 4 does not divide target extent 6");
    /// ```
    #[alias(
        "type Small = TileToShape<layout!((2, 2) : (2, 1)), shape!((4, 6))>;",
        "assert_layout!(Small == ((2, 2), (2, 3)) : ((2, 4), (1, 8)));"
    )]
    #[strided(WithProfile<tile_to_shape::TileToShape<S, D, T>, FilledProfile<Self, T>>)]
    fn tile_to_shape<T: IntTuple>(
        self,
        target: T,
        faults: impl Faults,
    ) -> impl Layout<Profile = FilledProfile<Self, T>> {
        tile_to_shape::tile_to_shape(self.shape, self.stride, target, faults).with_profile()
    }
    /// [`tile_to_shape`](Products::tile_to_shape) with the copies in the order of the static
    /// integers of `order`; along modes with equal numbers they overlap, as in CuTe. CuTe:
    /// `tile_to_shape(block, target, order)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let block = layout!((8, 4) : (4, 1));
    /// let tiled = block.tile_to_shape_ordered(shape!((16, 8)), coord!((1, 0)));
    /// assert_eq!(tiled, layout!(((8, 2), (4, 2)) : ((4, 64), (1, 32))));
    /// let small = layout!((2, 2) : (2, 1)).tile_to_shape_ordered(shape!((4, 6)), coord!((1, 0)));
    /// assert_eq!(small, layout!(((2, 2), (2, 3)) : ((2, 12), (1, 4))));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/tile_to_shape_ordered.svg"))]
    #[doc(alias = "tile_to_shape")]
    #[fallible]
    /// [`tile_to_shape_ordered`](crate::Products::tile_to_shape_ordered), or why the block does not
    /// divide the target.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let block = layout!((8, 4) : (4, 1));
    /// let m = 16u32;
    /// let tiled = block.try_tile_to_shape_ordered((m, int!(8)), coord!((1, 0))).unwrap();
    /// assert_eq!(tiled.crd2idx((8u32, 4u32)), 32 + 64);
    /// ```
    #[alias(
        "type Small = TileToShapeOrdered<layout!((2, 2) : (2, 1)), shape!((4, 6)), coord!((1, 0))>;",
        "assert_layout!(Small == ((2, 2), (2, 3)) : ((2, 12), (1, 4)));"
    )]
    #[strided(WithProfile<tile_to_shape::TileToShapeOrdered<S, D, T, R>, FilledOrderedProfile<Self, T, R>>)]
    fn tile_to_shape_ordered<T: IntTuple, R: IntTuple>(
        self,
        target: T,
        order: R,
        faults: impl Faults,
    ) -> impl Layout<Profile = FilledOrderedProfile<Self, T, R>> {
        tile_to_shape::tile_to_shape_ordered(self.shape, self.stride, target, order, faults)
            .with_profile()
    }
}

/// B as a tuple of modes; an integer is one mode.
type ByModes<B> =
    Strided<arrange::AsTuple<<B as Layout>::ModeShape>, arrange::AsTuple<<B as Layout>::Stride>>;
#[inline(always)]
fn by_modes<B: Layout>(b: B) -> ByModes<B> {
    Strided::of(arrange::as_tuple(b.mode_shape()), arrange::as_tuple(b.mode_stride()))
}
