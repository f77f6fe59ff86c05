//! Coordinates of a layout: their offsets, and back; parts of a layout by coordinates.

use super::partitions::{Numbered, check_numbered, find_thread_of};
use super::{Coords, Layout, Offsets, ThreadTile, check, static_number};
use crate::algebra::coordinate::{self, Coord};
use crate::algebra::coordinate_bounds::{Place, check_place};
use crate::algebra::tiler::{self, Tiler};
use crate::algebra::width::{check_width, check_width_in};
use crate::integer::*;
use crate::profile::*;
use crate::refusal::call::never;
use crate::refusal::{Message, keep_call};
use crate::run_time::{Faults, demand};
use crate::tuple::IntTuple;

/// The operations on coordinates: from coordinates to offsets, back from offsets, and parts of the
/// layout.
///
/// Every [`Layout`] has these operations.
///
/// ```
/// use zellige::prelude::*;
/// fn offset<L: Layout, C: CoordFor<L>>(l: L, c: C) -> usize { l.crd2idx(c).usize() }
/// assert_eq!(offset(layout!((8, 16) : (16, 1)), (3u32, 3u32)), 51);
/// assert_eq!(offset(layout!((8, 16) : (16, 1)), 27u32), 51);      // the index 3 + 8 * 3 of the same element
/// ```
pub trait Coordinates: Layout {
    /// The offset of a coordinate. CuTe: `crd2idx`, `layout(c)`.
    ///
    /// A coordinate is an integer for the whole shape or any of its modes, or a tuple with a
    /// coordinate for each mode. If all integers are static, the result is a static integer. With
    /// any run-time integer, the result has the width of the widest, `u32` or `usize`. With
    /// negative strides it has a sign, and with strides along axes it is a point: see
    /// [`stride`](crate::stride).
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!(((2, 4), (3, 5)) : ((3, 6), (1, 24)));
    /// assert_eq!(a.crd2idx((11u32, 12u32)), 129);
    /// assert_eq!(a.crd2idx(((1u32, 5u32), 12u32)), 129);
    /// let offset: int!(129) = a.crd2idx((int!(11), int!(12)));
    /// # let _ = offset;
    /// ```
    ///
    /// For a static layout, the offsets of all coordinates of this type must fit into that width:
    /// `(65536,65537):(65537,1)` refuses `(u32, u32)`, ``offsets of (_65536,_65537):(_65537,_1)
    /// reach 4295032831, which does not fit in u32: use usize coordinates or offset_as::<usize>``,
    /// but not `(int!(0), u32)`. With run-time integers in the layout, a debug assertion checks it:
    /// `an offset of (8,8):(3000000000,_1) is 9000000001, which does not fit in u32: use usize
    /// coordinates or offset_as::<usize>`.
    #[doc(alias = "operator()")]
    #[inline(always)]
    #[track_caller]
    fn crd2idx<C: Coord<CoordProfile: Fits<Self::Profile>>>(self, c: C) -> Self::Crd2Idx<C> {
        keep_call!(Self);
        const {
            check::<Self>();
            check_width::<Self, C>(" or offset_as::<usize>")
        }
        assert_narrow(self, c, ": use usize coordinates or offset_as::<usize>");
        self.offset_at(c)
    }
    /// The offset of a coordinate, computed in the width W, `u32` or `usize`, regardless of the
    /// integers in the coordinate.
    ///
    /// The largest index and the largest offset must fit in W. For static layouts that is proven:
    /// those of more than 2^32 elements refuse `u32` at compile time. So `u32` costs nothing where
    /// it is correct, and 64-bit arithmetic, which takes several instructions on a GPU, is
    /// explicit.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, 16, 4) : (64, 1, 16));
    /// let (i, j, k) = (3usize, 5usize, 2usize);
    /// assert_eq!(a.crd2idx((i, j, k)), 229usize);              // as wide as the coordinate
    /// assert_eq!(a.offset_as::<u32>((i, j, k)), 229u32);       // 32 bits throughout
    /// ```
    ///
    /// `(65536,65537):(65537,1)` refuses `u32`: `offsets of (_65536,_65537):(_65537,_1) reach
    /// 4295032831, which does not fit in u32: use offset_as::<usize>`. With run-time integers in
    /// the layout, and for coordinates past the end, debug assertions check it. A layout that holds
    /// `usize`s computes in `usize`, and the result is converted.
    ///
    /// The offset of a static coordinate as a `const fn` is
    /// [`Strided::offset`](super::Strided::offset).
    #[inline(always)]
    #[track_caller]
    fn offset_as<W: Dynamic>(self, c: impl Coord<CoordProfile: Fits<Self::Profile>>) -> W {
        keep_call!(Self);
        const {
            check::<Self>();
            check_numbers::<Self, W>()
        }
        let c = c.with_width::<W>();
        assert_narrow(self, c, ": use offset_as::<usize>");
        W::of(self.offset_at(c))
    }
    /// All coordinates, first mode fastest: one `usize` for each integer of the shape.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, (1, 3)) : (3, (9, 1)));
    /// let coords: Vec<(usize, (usize, usize))> = a.coords().collect();
    /// assert_eq!(coords[..3], [(0, (0, 0)), (1, (0, 0)), (0, (0, 1))]);
    /// assert_eq!(coords.len(), 6);
    /// ```
    ///
    /// In generic code they are also coordinates of the layout, of the type `L::Profile`:
    ///
    /// ```
    /// use zellige::prelude::*;
    /// fn total<L: Layout>(l: L) -> usize { l.coords().map(|c| l.crd2idx(c).usize()).sum() }
    /// assert_eq!(total(layout!((2, 3) : (10, 1))), 3 * 10 + 2 * 3);
    /// ```
    ///
    /// The iterator is double-ended and knows its length. If a kernel needs a loop without
    /// divisions by run-time extents, write one loop for each mode.
    ///
    /// # Panics
    ///
    /// Panics if the [size](Layout::size) does not fit.
    #[doc(alias("ForwardCoordIterator", "increment", "increment_coord", "make_coord_iterator"))]
    #[inline(always)]
    #[track_caller]
    fn coords(self) -> Coords<Self::Shape> {
        const { check::<Self>() }
        Coords::of(self.shape(), self.size().usize())
    }
    /// The offsets of all [coordinates](Coordinates::coords), in the same order: those of the
    /// indices 0, 1, 2, ...
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 3) : (3, 1));
    /// assert!(a.offsets().eq([0, 3, 1, 4, 2, 5]));
    /// assert_eq!(a.offsets().rev().next(), Some(5));
    /// ```
    ///
    /// They are `usize`; with negative strides they are [`Signed<isize>`](crate::stride::Signed),
    /// and with strides along axes they are points.
    ///
    /// # Panics
    ///
    /// Panics if the [size](Layout::size) does not fit.
    #[inline(always)]
    #[track_caller]
    fn offsets(self) -> Offsets<Self> {
        const {
            check::<Self>();
            check_width::<Self, usize>("")
        }
        Offsets::of(self, self.size().usize())
    }
    /// The coordinate of an index: its digits in the mixed radix of the shape, first mode fastest.
    /// CuTe: `idx2crd(idx, layout.shape())`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((3, (2, 3)) : (3, (12, 1)));
    /// assert_eq!(a.idx2crd(16u32), (1, (1, 2)));
    /// ```
    #[inline(always)]
    fn idx2crd<I: Coord<CoordProfile: IsIndex>>(
        self,
        i: I,
    ) -> <I::Digits<Self::Shape> as IntTuple>::WithProfile<Self::Profile> {
        i.digits(self.shape()).with_profile()
    }
    /// The sublayout of the modes that are `..` in `c`, where CuTe writes `_`, and the offset of
    /// the other modes. CuTe: `slice_and_offset`; the sublayout alone is `slice`, the offset of a
    /// coordinate `layout(c)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, 16, 4) : (64, 1, 16));
    /// let (rows, offset) = a.slice((.., 3u32, ..));
    /// assert_eq!((rows, offset), (layout!((8, 4) : (64, 16)), 3));
    /// ```
    ///
    /// The offset has the width of [`crd2idx`](Coordinates::crd2idx), and is refused in the same
    /// cases. So are the offsets of tiles and partitions.
    ///
    /// For a composed layout, the offset stays inside the outer function, and the returned offset
    /// is 0: `Sw<3,4,3> o 0 o (8,64):(64,1)` at `(2, ..)` is `Sw<3,4,3> o 128 o (64):(1)`.
    #[doc(alias("slice_", "slice_and_offset"))]
    #[inline(always)]
    fn slice<C: Coord<CoordProfile: FitsSlice<Self::Profile>>>(
        self,
        c: C,
    ) -> (Self::Slice<C>, Self::SliceOffset<C>) {
        keep_call!(Self);
        const {
            check::<Self>();
            check_width::<Self, C>("")
        }
        (self.sliced(c), self.slice_offset(c))
    }
    /// The sublayout of the modes that are integers in `c`, which [`slice`](Coordinates::slice)
    /// leaves out. CuTe: `dice`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, 16, 4) : (64, 1, 16));
    /// assert_eq!(a.dice((.., 3u32, ..)), layout!((16,) : (1,)));
    /// ```
    #[inline(always)]
    fn dice<C: Coord<CoordProfile: FitsSlice<Self::Profile>>>(self, c: C) -> Self::Dice<C> {
        keep_call!(Self);
        const { check::<Self>() }
        self.diced(c)
    }
    /// The tile at the coordinate `c` among those that `tiler` cuts the layout into, and the offset
    /// at which it starts. Where `c` is `..`, the result has all tiles, and their numbers are the
    /// last modes. CuTe: `local_tile(layout, tiler, c)`, which drops the offset.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, 6) : (6, 1));
    /// let (tile, offset) = a.local_tile((int!(4), int!(3)), (1u32, 1u32));
    /// assert_eq!((tile, offset), (layout!((4, 3) : (6, 1)), 4 * 6 + 3));
    /// // All tiles of a row of tiles: (row, column, tile).
    /// let (tiles, offset) = a.local_tile((int!(4), int!(3)), (1u32, ..));
    /// assert_eq!((tiles, offset), (layout!((4, 3, 2) : (6, 1, 3)), 24));
    /// ```
    ///
    /// An extent that the tile does not divide is rounded up, static or not, as in CuTe: the last
    /// tile has coordinates past the end. A kernel skips them by comparison with the shape. The
    /// identity layout, tiled in the same way, gives the coordinates.
    ///
    /// ```
    /// use zellige::{construct::make_identity_layout, integer::add, prelude::*};
    /// let (tile, at) = make_identity_layout(shape!((60, 128))).local_tile((int!(32), int!(64)), (1u32, 0u32));
    /// let (row, column) = add(at, tile.crd2idx((31u32, 5u32))).coordinate();
    /// assert_eq!((row, column), (63, 5));                         // row 63 of 60 does not exist
    /// ```
    #[inline(always)]
    #[track_caller]
    fn local_tile<T, C>(
        self,
        tiler: T,
        c: C,
    ) -> (Self::LocalTile<T, C>, Self::LocalTileOffset<T, C>)
    where
        T: Tiler<TilerProfile: FitsTiler<Self::Profile>>,
        C: Coord<CoordProfile: FitsSlice<RestsProfile<Self, T>>>,
    {
        const {
            check::<Self::LocalTile<T, C>>();
            check_width_in::<Self, (tiler::ByRests, T), C>()
        }
        demand!(|faults| self.local_tile_at(tiler, c, faults))
    }
    /// The same as [`local_tile`](Coordinates::local_tile). CuTe:
    /// `inner_partition(layout, tiler, c)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, 6) : (6, 1));
    /// assert_eq!(a.inner_partition((int!(4), int!(3)), (1u32, 0u32)).0, layout!((4, 3) : (6, 1)));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn inner_partition<T, C>(
        self,
        tiler: T,
        c: C,
    ) -> (Self::LocalTile<T, C>, Self::LocalTileOffset<T, C>)
    where
        T: Tiler<TilerProfile: FitsTiler<Self::Profile>>,
        C: Coord<CoordProfile: FitsSlice<RestsProfile<Self, T>>>,
    {
        const {
            check::<Self::LocalTile<T, C>>();
            check_width_in::<Self, (tiler::ByRests, T), C>()
        }
        demand!(|faults| self.local_tile_at(tiler, c, faults))
    }
    /// The element at the coordinate `c` of each tile that `tiler` cuts the layout into, and the
    /// offset at which these elements start. CuTe: `outer_partition(layout, tiler, c)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, 6) : (6, 1));
    /// let (elements, offset) = a.outer_partition((int!(4), int!(3)), (2u32, 1u32));
    /// assert_eq!((elements, offset), (layout!((2, 2) : (24, 3)), 2 * 6 + 1));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn outer_partition<T, C>(
        self,
        tiler: T,
        c: C,
    ) -> (Self::OuterPartition<T, C>, Self::OuterPartitionOffset<T, C>)
    where
        T: Tiler<TilerProfile: FitsTiler<Self::Profile>>,
        C: Coord<CoordProfile: FitsSlice<TilesProfile<Self, T>>>,
    {
        const {
            check::<Self::OuterPartition<T, C>>();
            check_width_in::<Self, (tiler::ByTiles, T), C>()
        }
        demand!(|faults| self.outer_partition_at(tiler, c, faults))
    }
    /// The elements of one of many threads, one element of each tile of the shape of `threads`, and
    /// the offset at which they start. `threads` is a layout that numbers the threads. CuTe:
    /// `local_partition(layout, threads, thread)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, 6) : (6, 1));
    /// let threads = layout!((4, 2) : (2, 1));                     // 8 threads, two in a row
    /// let (mine, offset) = a.local_partition(threads, 3u32);      // at (1,1) of each tile
    /// assert_eq!((mine, offset), (layout!((2, 3) : (24, 2)), 6 + 1));
    /// ```
    ///
    /// A thread number out of range is refused: `there is no thread 8: the 8 threads are numbered
    /// from 0`, at compile time if it is static. If the threads are not numbered 0, 1, 2, ..., only
    /// those up to the first gap exist: `there is no thread 1: the layout is not compact, and
    /// numbers only 1 of its 8 threads from 0 without a gap`.
    ///
    /// # Panics
    ///
    /// Panics if a run-time thread number is out of range; on a GPU with debug assertions only.
    #[inline(always)]
    #[track_caller]
    fn local_partition<TH, I>(
        self,
        threads: TH,
        thread: I,
    ) -> (Self::LocalPartition<TH, I>, Self::ThreadOffset<TH, I>)
    where
        TH: Layout,
        ThreadTile<TH>: Tiler<TilerProfile: FitsTiler<Self::Profile>>,
        I: Integer,
    {
        const {
            check::<Self::LocalPartition<TH, I>>();
            check_numbered::<I, <TH::RightInverse as Layout>::Size, TH::Size>();
            check_width_in::<Self, Numbered<TH>, I>()
        }
        demand!(|faults| {
            find_thread_of(thread, threads, faults);
            self.local_partition_at(threads, thread, faults)
        })
    }
    /// This layout with the coordinate `c` as its origin: the same layout, and the offset of `c`,
    /// by which the start of the data moves. CuTe: `domain_offset`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, 16) : (16, 1));
    /// let (inner, offset) = a.domain_offset((2u32, 3u32));
    /// assert_eq!(offset + inner.crd2idx((1u32, 1u32)), a.crd2idx((3u32, 4u32)));
    /// ```
    ///
    /// The shape stays the same, so coordinates near its end now reach past the end of the data.
    /// For a composed layout, the offset stays inside the outer function, and the returned offset
    /// is 0.
    #[inline(always)]
    fn domain_offset<C: Coord<CoordProfile: Fits<Self::Profile>>>(
        self,
        c: C,
    ) -> (Self::DomainOffset<C>, Self::SliceOffset<C>) {
        keep_call!(Self);
        const {
            check::<Self>();
            check_width::<Self, C>("")
        }
        (self.displaced(c), self.slice_offset(c))
    }
    /// The coordinate with the offset `i`, nested as the shape is. CuTe: `layout.get_hier_coord`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, (4, 2)) : (1, (16, 8)));
    /// let c = a.get_hier_coord(27u32);
    /// assert_eq!((c, a.crd2idx(c)), ((3, (1, 1)), 27));
    /// ```
    ///
    /// Only a compact layout has one coordinate for each offset. `(4,4):(1,8)` is refused; CuTe
    /// returns a wrong coordinate for it. With run-time integers it panics: `(4,4):(1,8) is not
    /// compact: no coordinate has the offset 5`.
    #[inline(always)]
    #[track_caller]
    fn get_hier_coord<I: Coord<CoordProfile: IsIndex>>(
        self,
        i: I,
    ) -> coordinate::HierCoord<I, Self> {
        keep_call!(Self);
        const { raise_tuple::<coordinate::HierCoord<I, Self>>() }
        demand_coordinate(i, self);
        coordinate::hier_coord(i, self)
    }
    /// The coordinate with the offset `i`, one integer for each mode. CuTe:
    /// `layout.get_flat_coord`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, (4, 2)) : (1, (16, 8)));
    /// assert_eq!(a.get_flat_coord(27u32), (3, 5));
    /// ```
    ///
    /// Refused in the same cases as [`get_hier_coord`](Coordinates::get_hier_coord).
    #[inline(always)]
    #[track_caller]
    fn get_flat_coord<I: Coord<CoordProfile: IsIndex>>(
        self,
        i: I,
    ) -> coordinate::FlatCoord<I, Self> {
        keep_call!(Self);
        const { raise_tuple::<coordinate::HierCoord<I, Self>>() }
        demand_coordinate(i, self);
        coordinate::flat_coord(i, self)
    }
    /// The index of the coordinate with the offset `i`: the inverse of a compact layout, as a
    /// number instead of a layout. CuTe: `layout.get_1d_coord`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, (4, 2)) : (1, (16, 8)));
    /// assert_eq!(a.get_1d_coord(27u32), 43);
    /// assert_eq!(a.crd2idx(43u32), 27);
    /// ```
    ///
    /// Refused in the same cases as [`get_hier_coord`](Coordinates::get_hier_coord).
    #[inline(always)]
    #[track_caller]
    fn get_1d_coord<I: Coord<CoordProfile: IsIndex>>(self, i: I) -> coordinate::Coord1d<I, Self> {
        keep_call!(Self);
        const { raise_tuple::<coordinate::HierCoord<I, Self>>() }
        demand_coordinate(i, self);
        coordinate::coord_1d(i, self)
    }
}
impl<L: Layout> Coordinates for L {}

/// Returns the offset of the static coordinate C in L as a number. Panics if C is outside the
/// shape, or the offset is refused or too large.
///
/// In a `const` of the user, the panic is reported at the user's line, which a `const` block here
/// would not know. If the number is needed at run time, the panic is reported at the call when the
/// program is built, through an item that is mentioned and never called.
#[inline(always)]
#[track_caller]
pub(super) const fn static_offset<L: Layout, C: Coord>() -> usize {
    if const { !has_static_offset::<L, C>() } {
        if never::<L>() {
            raise_when_built::<L, C>()
        }
        check_static_offset::<L, C>()
    }
    const { <L::Crd2Idx<C> as Integer>::KNOWN as usize }
}
const fn has_static_offset<L: Layout, C: Coord>() -> bool {
    let known = <L::Crd2Idx<C> as Integer>::KNOWN;
    let fits = known < u64::MAX && known <= usize::MAX as u64;
    !<C::Place<L::Shape> as Place>::IS_OUTSIDE && L::REFUSAL.is_none() && fits && {
        let offset = &<L::Crd2Idx<C> as IntTuple>::LEAVES;
        offset.known && offset.refused.is_none()
    }
}
#[track_caller]
const fn check_static_offset<L: Layout, C: Coord>() {
    check_place::<C::Place<L::Shape>, L::Shape>();
    static_number::<L, L::Crd2Idx<C>>("this offset");
}
const fn raise_when_built<L: Layout, C: Coord>() {
    const { check_static_offset::<L, C>() }
}

/// Asserts in debug builds that the offset of a layout with run-time integers fits, if it is a
/// `u32`, by computing it as a `usize`, too.
#[inline(always)]
#[track_caller]
#[cfg_attr(not(debug_assertions), allow(unused_variables))]
fn assert_narrow<L: Layout, C: Coord>(l: L, c: C, advice: &str) {
    #[cfg(debug_assertions)]
    if const {
        !L::IS_STATIC
            && L::Crd2Idx::<C>::IS_UNSIGNED
            && size_of::<L::Crd2Idx<C>>() == size_of::<u32>()
    } {
        let offset = usize::of_equal(l.offset_at(c.with_width::<usize>())).unwrap_or(0);
        assert!(
            u32::try_from(offset).is_ok(),
            "an offset of {l} is {offset}, which does not fit in u32{advice}"
        );
    }
}

/// Panics with the refusal of the tuple T, if T is refused.
#[track_caller]
const fn raise_tuple<T: IntTuple>() {
    if let Some(refusal) = T::REFUSAL {
        refusal.raise()
    }
}

/// Panics if no coordinate of `l` has the offset `i` and run-time integers can be the reason.
#[inline(always)]
#[track_caller]
fn demand_coordinate<I: Coord, L: Layout>(i: I, l: L) {
    if const { L::Shape::HAS_RUN_TIME || L::Stride::HAS_RUN_TIME } {
        demand!(L, |faults| faults.find(|| coordinate::offset_fault(i, l)))
    }
}

/// Panics if the indices or the offsets of L are known not to fit in the width W.
#[track_caller]
const fn check_numbers<L: Layout, W: Dynamic>() {
    if past::<L::Cosize, W>() {
        too_wide::<W>("offsets", &L::TEXT, <L::Cosize as Integer>::KNOWN)
    }
    if past::<L::Size, W>() {
        too_wide::<W>("indices", &L::TEXT, <L::Size as Integer>::KNOWN)
    }
}
/// Returns whether N - 1 exceeds the width W. (The largest `u64` may represent a larger number.)
const fn past<N: Integer, W: Dynamic>() -> bool {
    N::KNOWN == u64::MAX || N::KNOWN.saturating_sub(1) > W::LARGEST
}
#[track_caller]
const fn too_wide<W: Dynamic>(what: &str, layout: &Message, count: u64) -> ! {
    Message::new()
        .s(what)
        .s(" of ")
        .cat(layout)
        .s(" reach ")
        .u(if count == u64::MAX { count } else { count - 1 })
        .s(", which does not fit in ")
        .s(W::NAME)
        .s(if W::LARGEST < usize::MAX as u64 { ": use offset_as::<usize>" } else { "" })
        .raise()
}
