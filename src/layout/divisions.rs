//! Divides: a layout cut into tiles.

use crate::algebra::tiler::{self, Tiler};
use crate::layout::Steps;
use crate::layout::result_profiles::{
    DivideProfile, FlatProfile, RestsProfile, TiledProfile, TilerProfile, TilesProfile,
};
use crate::profile::FitsTiler;
use crate::run_time::Faults;

use zellige_macros::operations;

use super::strided::{JoinLayouts, SpreadLayout, WithProfile, join_layouts, spread_layout};
use super::{Layout, Profiled};

/// Divides: a layout cut into tiles, and the rests that run from tile to tile.
///
/// Every [`Layout`] has these operations.
///
/// ```
/// use zellige::prelude::*;
/// let tiles = layout!((8, 6) : (6, 1)).zipped_divide((int!(4), int!(3)));
/// assert_eq!(tiles, layout!(((4, 3), (2, 2)) : ((6, 1), (24, 3))));
/// ```
#[operations]
pub trait Divides: Profiled {
    /// (tile, rest): the first mode runs through the tile that `t` picks, the second from tile to
    /// tile. A tuple divides mode by mode. CuTe: `logical_divide`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!(24 : 1).logical_divide(layout!(4 : 2)), layout!((4, (2, 3)) : (2, (1, 8))));
    /// assert_eq!(layout!(12 : 1).logical_divide(layout!(3 : 2)), layout!((3, (2, 2)) : (2, (1, 6))));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/logical_divide.svg"))]
    ///
    /// `(6,4):(4,1)` by `4:1` is refused: 4 does not divide 6.
    #[fallible]
    /// [`logical_divide`](crate::Divides::logical_divide), or why the tiles do not divide the
    /// layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n = 128u32;
    /// let a = layout!((12, (4, 8)) : (7, (1, 30)));
    /// let refusal = a.try_logical_divide(layout!(n : 1)).unwrap_err();
    /// assert!(refusal.message().starts_with("logical_divide(A, B): mode 0 of (B, rest) (128:1) leaves extent 12"));
    /// ```
    #[alias(
        "assert_layout!(LogicalDivide<layout!(12 : 1), layout!(3 : 2)> == (3, (2, 2)) : (2, (1, 6)));"
    )]
    #[strided(WithProfile<tiler::Divide<T, Self>, DivideProfile<Self, T>>)]
    fn logical_divide<T: Tiler<TilerProfile: FitsTiler<Self::ShapeProfile>>>(
        self,
        t: T,
        faults: impl Faults,
    ) -> impl Layout<Profile = DivideProfile<Self, T>> {
        tiler::divide(t, self, faults).with_profile()
    }
    /// (tiles, rests): as [`logical_divide`](Divides::logical_divide), with the tiles of all modes
    /// first and the rests second, so that `slice((.., (i, j)))` is the tile at (i, j). CuTe:
    /// `zipped_divide`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let z = layout!((128, 64) : (64, 1)).zipped_divide((int!(32), int!(16)));
    /// assert_eq!(z, layout!(((32, 16), (4, 4)) : ((64, 1), (2048, 16))));
    /// let (tile, offset) = z.slice((.., (1u32, 2u32)));
    /// assert_eq!((tile.size().usize(), offset), (512, 2080));
    /// let small = layout!((4, 6) : (6, 1)).zipped_divide((int!(2), int!(3)));
    /// assert_eq!(small, layout!(((2, 3), (2, 2)) : ((6, 1), (12, 3))));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/zipped_divide.svg"))]
    ///
    /// The sublayout has one mode, the tile: `((32,16)):((64,1))`.
    /// `z.slice(((.., ..), (1u32, 2u32)))` has the two modes of the tile, and the same offset.
    ///
    /// A tile may hang over the end of its mode, as in CuTe: 10 by 4 gives `(4,3)`, and its last
    /// two coordinates are past the end (see [`elem_less`](crate::tuple::compare::elem_less)). If
    /// tiles must fit evenly, check that no coordinate is added:
    ///
    /// ```
    /// use zellige::{prelude::*, ops::*};
    /// type A = layout!((128, 64) : (64, 1));
    /// type Tiles = ZippedDivide<A, (Int<32>, Int<16>)>;
    /// assert_type_eq_all!(Size<Tiles>, Size<A>);
    /// ```
    #[doc(alias = "tile_unzip")]
    #[fallible]
    /// [`zipped_divide`](crate::Divides::zipped_divide), or why the tiles do not divide the layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (m, rows) = (100u32, 8u32);
    /// let tiles = layout!((m, 64) : (64, 1)).try_zipped_divide((rows, int!(32))).unwrap();
    /// assert_eq!(tiles.to_string(), "((8,_32),(13,_2)):((_64,_1),(512,_32))");
    /// ```
    #[alias(
        "type Small = ZippedDivide<layout!((4, 6) : (6, 1)), (int!(2), int!(3))>;",
        "assert_layout!(Small == ((2, 3), (2, 2)) : ((6, 1), (12, 3)));"
    )]
    #[strided(<TilesOf<Self, T> as Steps>::Pair<RestsOf<Self, T>>)]
    fn zipped_divide<T: Tiler<TilerProfile: FitsTiler<Self::ShapeProfile>>>(
        self,
        t: T,
        faults: impl Faults,
    ) -> impl Layout<Profile = (TilesProfile<Self, T>, RestsProfile<Self, T>)> {
        let tiles =
            T::TilerProfile::tiles_of::<S::Profile, _>(tiler::tiles(t, self, faults.in_mode()));
        let rests = tiler::rests(t, self, faults.behind_mode().in_mode());
        tiles.pair(T::TilerProfile::rests_of::<S::Profile, _>(rests))
    }
    /// (tile, rest, rest, ...): as [`zipped_divide`](Divides::zipped_divide), with the rests as
    /// separate modes. CuTe: `tiled_divide`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let t = layout!((128, 64) : (64, 1)).tiled_divide((int!(32), int!(16)));
    /// assert_eq!(t, layout!(((32, 16), 4, 4) : ((64, 1), 2048, 16)));
    /// let small = layout!((4, 6) : (6, 1)).tiled_divide((int!(2), int!(3)));
    /// assert_eq!(small, layout!(((2, 3), 2, 2) : ((6, 1), 12, 3)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/tiled_divide.svg"))]
    #[fallible]
    /// [`tiled_divide`](crate::Divides::tiled_divide), or why the tiles do not divide the layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let m = 100u32;
    /// let tiles = layout!((m, 64) : (64, 1)).try_tiled_divide((int!(8), int!(32))).unwrap();
    /// assert_eq!(tiles.to_string(), "((_8,_32),13,_2):((_64,_1),_512,_32)");
    /// ```
    #[alias(
        "type Small = TiledDivide<layout!((4, 6) : (6, 1)), (int!(2), int!(3))>;",
        "assert_layout!(Small == ((2, 3), 2, 2) : ((6, 1), 12, 3));"
    )]
    #[strided(WithProfile< <SpreadLayout<tiler::Rests<T, Self>> as Steps>::PrependMode<tiler::Tiles<T, Self>>, TiledProfile<Self, T>, >)]
    fn tiled_divide<T: Tiler<TilerProfile: FitsTiler<Self::ShapeProfile>>>(
        self,
        t: T,
        faults: impl Faults,
    ) -> impl Layout<Profile = TiledProfile<Self, T>> {
        let tiles = tiler::tiles(t, self, faults.in_mode());
        spread_layout(tiler::rests(t, self, faults.behind_mode()))
            .prepend_mode(tiles)
            .with_profile()
    }
    /// (tile, tile, ..., rest, rest, ...): as [`zipped_divide`](Divides::zipped_divide), with all
    /// modes on one level. CuTe: `flat_divide`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let t = layout!((128, 64) : (64, 1)).flat_divide((int!(32), int!(16)));
    /// assert_eq!(t, layout!((32, 16, 4, 4) : (64, 1, 2048, 16)));
    /// let small = layout!((4, 6) : (6, 1)).flat_divide((int!(2), int!(3)));
    /// assert_eq!(small, layout!((2, 3, 2, 2) : (6, 1, 12, 3)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/flat_divide.svg"))]
    #[fallible]
    /// [`flat_divide`](crate::Divides::flat_divide), or why the tiles do not divide the layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let m = 100u32;
    /// let tiles = layout!((m, 64) : (64, 1)).try_flat_divide((int!(8), int!(32))).unwrap();
    /// assert_eq!(tiles.to_string(), "(_8,_32,13,_2):(_64,_1,_512,_32)");
    /// ```
    #[alias(
        "type Small = FlatDivide<layout!((4, 6) : (6, 1)), (int!(2), int!(3))>;",
        "assert_layout!(Small == (2, 3, 2, 2) : (6, 1, 12, 3));"
    )]
    #[strided(WithProfile<JoinLayouts<tiler::Tiles<T, Self>, tiler::Rests<T, Self>>, FlatProfile<Self, T>>)]
    fn flat_divide<T: Tiler<TilerProfile: FitsTiler<Self::ShapeProfile>>>(
        self,
        t: T,
        faults: impl Faults,
    ) -> impl Layout<Profile = FlatProfile<Self, T>> {
        join_layouts(tiler::tiles(t, self, faults), tiler::rests(t, self, faults)).with_profile()
    }
}

/// The tiles of L, and the rests, in their known profiles.
type TilesOf<L, T> = <<T as Tiler>::TilerProfile as TilerProfile>::TilesOf<
    <L as Layout>::Profile,
    tiler::Tiles<T, L>,
>;
type RestsOf<L, T> = <<T as Tiler>::TilerProfile as TilerProfile>::RestsOf<
    <L as Layout>::Profile,
    tiler::Rests<T, L>,
>;
