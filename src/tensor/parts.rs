//! Parts of a tensor: slices, tiles, compositions, the elements of one thread.
//!
//! Each operation takes a view by value (`t.view()`, `t.view_mut()`) and returns a view of the same
//! kind, of the same elements. The coordinates of the new view must be coordinates of the old one:
//! tiles must fit evenly, and a composition must not reach past the end. Anything else is an error.

use super::Tensor;
use super::divided::{Divided, assert_rearranged};
use super::elements::{Wide, check_coordinate, check_count, outside, wide};
use super::memory::{Claim, Engine, Viewing};
use crate::algebra::coordinate::Coord;
use crate::algebra::tiler::Tiler;
use crate::integer::{Integer, count};
use crate::layout::Steps;
use crate::layout::bounds;
use crate::layout::result_profiles::{RestsProfile, TilesProfile};
use crate::layout::{
    Bijective, Divides, Layout, Partition, ThreadTile, check, check_thread, find_thread,
    thread_tile,
};
use crate::profile::{FitsSlice, FitsTiler};
use crate::refusal::{Message, keep_call, leaves::unequal_mode};
use crate::run_time::{Findings, Ignored, demand};
use crate::tuple::IntTuple;

/// Panics if the static layout B reaches past the size of the static L.
#[doc(hidden)]
#[track_caller]
pub const fn check_end<L: Layout, B: Layout>() {
    let (size, cosize) = (<L::Size as Integer>::KNOWN, <B::Cosize as Integer>::KNOWN);
    if L::IS_STATIC && B::IS_STATIC && cosize > size {
        let m = Message::new().s("a tensor of ").u(size);
        let m = m.s(" elements cannot be composed with ").cat(&B::TEXT);
        m.s(", which reaches index ").u(cosize - 1).raise()
    }
}
/// Panics if two static layouts of equally many modes have a mode of different sizes.
#[doc(hidden)]
#[track_caller]
pub const fn check_modes<A: Layout, B: Layout>(operation: &'static str) {
    let (a, b) = (<A::Shape as IntTuple>::LEAVES, <B::Shape as IntTuple>::LEAVES);
    if let Some((mode, of_a, of_b)) = unequal_mode(&a, &b) {
        let m = Message::new().s(operation).s(": the tensors ").cat(&A::TEXT);
        let m = m.s(" and ").cat(&B::TEXT).s(" differ in mode ").u(mode as u64);
        m.s(", of ").u(of_a).s(" and ").u(of_b).s(" elements").raise()
    }
}
/// Panics if the layout B reaches indices below 0, or, if it is static, past the size of L; or if L
/// has no composition with it.
#[track_caller]
const fn check_inside<L: Layout, B: Layout, K: Claim>() {
    if !B::IN_MEMORY && B::REFUSAL.is_none() {
        Message::new()
            .s("a tensor can be composed with a layout of unsigned strides, or a swizzle of one, but this is ")
            .cat(&B::TEXT)
            .raise()
    }
    check::<L::Compose<B>>();
    bounds::check_around_an_element::<L::Compose<B>>();
    check_end::<L, B>();
    if !(L::IS_STATIC && B::IS_STATIC || K::WHOLE) {
        Message::new()
            .s("a part of a split tensor can only be composed if the layouts are static, but they are ")
            .cat(&L::TEXT)
            .s(" and ")
            .cat(&B::TEXT)
            .raise()
    }
}

/// The shape of the tiles that T divides L into, and the shape of the tile numbers.
type TileShape<L, T> = <<<L as Divides>::ZippedDivide<T> as Steps>::Head as Layout>::Shape;
type RestShape<L, T> =
    <<<<L as Divides>::ZippedDivide<T> as Steps>::Tail as Steps>::Head as Layout>::Shape;

/// The layout of a slice of L. See [`Tensor::slice`].
///
/// ```
/// use zellige::{prelude::*, tensor::Sliced};
/// type Row = Sliced<layout!((2, 3) : (3, 1)), (u32, core::ops::RangeFull)>;
/// assert_layout!(Row == (3,) : (1,));
/// ```
pub type Sliced<L, C> = <L as Layout>::Slice<Wide<C>>;
/// The layout of one tile of L, and of the tiles that are `..` in C. See [`Tensor::local_tile`].
///
/// ```
/// use zellige::{prelude::*, tensor::LocalTile};
/// type Tile = LocalTile<layout!((8, 6) : (6, 1)), (int!(4), int!(3)), (u32, u32)>;
/// assert_layout!(Tile == (4, 3) : (6, 1));
/// ```
pub type LocalTile<L, T, C> = <L as Partition>::LocalTile<T, Wide<C>>;
/// The layout of one element of each tile of L. See [`Tensor::outer_partition`].
///
/// ```
/// use zellige::{prelude::*, tensor::OuterPartition};
/// type Elements = OuterPartition<layout!((8, 6) : (6, 1)), (int!(4), int!(3)), (u32, u32)>;
/// assert_layout!(Elements == (2, 2) : (24, 3));
/// ```
pub type OuterPartition<L, T, C> = <L as Partition>::OuterPartition<T, Wide<C>>;
/// The layout of the elements of L that belong to one of the threads TH. See
/// [`Tensor::local_partition`].
///
/// ```
/// use zellige::{prelude::*, tensor::LocalPartition};
/// type Mine = LocalPartition<layout!((8, 6) : (6, 1)), layout!((4, 2) : (2, 1))>;
/// assert_layout!(Mine == (2, 3) : (24, 2));
/// ```
pub type LocalPartition<L, TH> = <L as Partition>::LocalPartition<TH, usize>;

/// Panics if a layout of threads has run-time integers, or if the tile (of the layout Z of tiles)
/// from which they take elements has: then it is not proven that they take all of them.
#[track_caller]
pub(super) const fn check_threads<TH: Layout, Z: Layout>() {
    check::<TH>();
    if !TH::IS_STATIC {
        Message::new().s("the layout of threads must be static, but it is ").cat(&TH::TEXT).raise()
    }
    if !<<Z::Head as Layout>::Shape as IntTuple>::LEAVES.known {
        Message::new()
            .s("the threads take the elements of a tile, and its shape must be static, but it is ")
            .cat(&<<Z::Head as Layout>::Shape as IntTuple>::TEXT)
            .raise()
    }
}

impl<V: Engine, L: Layout> Tensor<V, L> {
    /// Returns the elements at offsets from `at` on, laid out by R. A negative `at` is its two's
    /// complement.
    ///
    /// # Safety
    ///
    /// The offsets of the coordinates inside R, moved by `at`, must be those of this tensor's
    /// elements, or, if it claims the whole, lie between its first and its last. `bounds::cosize`
    /// of R must not panic. If this tensor has elements, `at` must be the offset of an element, or
    /// lie between them; if it has none, R must not have any either.
    #[inline(always)]
    pub(super) unsafe fn part<R: Layout>(self, at: usize, layout: R) -> Tensor<V, R>
    where
        V: Viewing,
    {
        let engine = if self.size() == 0 {
            self.engine
        } else if L::IN_MEMORY || at as isize >= 0 {
            // SAFETY: an element of the memory is at that offset.
            unsafe { self.engine.forward(at) }
        } else {
            // SAFETY: an element of the memory is at that negative offset.
            unsafe { self.engine.backward(at.wrapping_neg()) }
        };
        // SAFETY: the elements of R belong to this tensor, as the caller promises; and what a whole
        // claims from `at` on, it claimed before.
        unsafe { Tensor::of(engine, layout) }
    }

    /// Returns the elements of the modes that are `..`, at the coordinates of the other modes.
    /// CuTe: `tensor(_, 3, _)`; rustc does not accept its `_` in an expression.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let data: [u32; 24] = core::array::from_fn(|i| i as u32);
    /// let a = Tensor::new(&data, layout!((2, 3, 4) : (12, 4, 1)));
    /// let plane = a.slice((1u32, .., ..));
    /// assert_eq!(plane.layout(), layout!((3, 4) : (4, 1)));
    /// assert_eq!(plane[(2u32, 3u32)], 23);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a coordinate is outside its mode: `the coordinate (2,_,_) is outside the shape
    /// (_2,_3,_4)`. If both are static, it does not compile.
    #[inline(always)]
    #[track_caller]
    pub fn slice<C: Coord<CoordProfile: FitsSlice<L::Profile>>>(
        self,
        c: C,
    ) -> Tensor<V, Sliced<L, C>>
    where
        V: Viewing,
    {
        const { check_coordinate::<C, L::Shape>() }
        if !c.inside(self.layout.shape()) {
            outside(c, self.layout.shape())
        }
        let c = wide(c);
        let (layout, at) = (self.layout.sliced(c), self.layout.slice_offset(c));
        // SAFETY: the coordinate is inside the shape, together with any coordinate inside the modes
        // that are `..`: its offset is the sum of `at` and the offset in the slice, which the
        // layout reaches. In a swizzled layout `at` is 0, and the coordinate's offset is inside the
        // swizzle.
        unsafe { self.part(count(at), layout) }
    }

    /// Returns the elements that the layout `b` picks by their index: see
    /// [`compose`](crate::Algebra::compose). CuTe: `tensor.compose(b)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = Tensor::new(&[0, 1, 2, 3, 4, 5, 6, 7], layout!((4, 2) : (2, 1)));
    /// let every_second = a.compose(layout!(4 : 2));
    /// assert_eq!(every_second.iter().copied().collect::<Vec<_>>(), [0, 4, 1, 5]);
    /// ```
    ///
    /// `b` must not reach past the size of the tensor. Otherwise it does not compile; with run-time
    /// integers it panics.
    #[doc(alias = "composition")]
    #[inline(always)]
    #[track_caller]
    pub fn compose<B: Layout>(self, b: B) -> Tensor<V, L::Compose<B>>
    where
        V: Viewing,
    {
        const { check_inside::<L, B, V::Claim>() }
        let run_time = !(L::IS_STATIC && B::IS_STATIC);
        if run_time && bounds::cosize(b) > count(self.layout.size_modulo()) {
            past_the_end(self.layout, b)
        }
        let layout = demand!(|faults| self.layout.compose_noting(b, faults));
        if !bounds::known_extent(layout).is_within(bounds::known_extent(self.layout)) {
            past_the_end(self.layout, b)
        }
        // SAFETY: if the whole is claimed, the offsets of the composition lie between the first and
        // the last of the layout, as was checked. If only the elements are claimed, both layouts
        // are static and the composition is exact: B has no negative index, and since its cosize is
        // at most the size of the layout, each of its indices is that of an element.
        unsafe { self.part(0, layout) }
    }

    /// Returns the tile at the coordinate `c` among those that `tiler` divides the tensor into.
    /// CuTe: `local_tile(tensor, tiler, c)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let data: [u32; 48] = core::array::from_fn(|i| i as u32);
    /// let a = Tensor::new(&data, layout!((8, 6) : (6, 1)));
    /// let tile = a.local_tile((int!(4), int!(3)), (1u32, 0u32));
    /// assert_eq!(tile.layout(), layout!((4, 3) : (6, 1)));
    /// assert_eq!(tile[(0u32, 2u32)], 26);
    /// // All tiles of a row of tiles: their number is the last mode.
    /// let row = a.local_tile((int!(4), int!(3)), (1u32, ..));
    /// assert_eq!(row.layout(), layout!((4, 3, 2) : (6, 1, 3)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/local_tile.svg"))]
    ///
    /// The tiles must fit evenly, as in [`zipped_divide`](Tensor::zipped_divide).
    ///
    /// # Panics
    ///
    /// Panics if there is no tile at that coordinate.
    #[inline(always)]
    #[track_caller]
    pub fn local_tile<T, C>(self, tiler: T, c: C) -> Tensor<V, LocalTile<L, T, C>>
    where
        V: Viewing,
        T: Tiler<TilerProfile: FitsTiler<L::Profile>>,
        C: Coord<CoordProfile: FitsSlice<RestsProfile<L, T>>>,
    {
        keep_call!(L);
        let divided = const {
            check_coordinate::<C, RestShape<L, T>>();
            Divided::<L, L::ZippedDivide<T>, V::Claim>::evenly()
        };
        self.tile_at(tiler, c, divided)
    }
    /// Divides the tensor into (tiles, rests), with the elements of this tensor.
    #[inline(always)]
    #[track_caller]
    fn tiles<T: Tiler<TilerProfile: FitsTiler<L::Profile>>>(
        &self,
        tiler: T,
        divided: Divided<L, L::ZippedDivide<T>, V::Claim>,
    ) -> L::ZippedDivide<T> {
        let tiles = demand!(|faults| self.layout.zipped_divide_noting(tiler, faults));
        assert_rearranged(self.layout, tiles, divided);
        tiles
    }
    /// Like [`local_tile`](Tensor::local_tile), with a coordinate that has passed
    /// [`check_coordinate`].
    #[inline(always)]
    #[track_caller]
    fn tile_at<T, C>(
        self,
        tiler: T,
        c: C,
        divided: Divided<L, L::ZippedDivide<T>, V::Claim>,
    ) -> Tensor<V, LocalTile<L, T, C>>
    where
        V: Viewing,
        T: Tiler<TilerProfile: FitsTiler<L::Profile>>,
        C: Coord<CoordProfile: FitsSlice<RestsProfile<L, T>>>,
    {
        let rests = self.tiles(tiler, divided).shape().tail().head();
        if !c.inside(rests) {
            outside(c, rests)
        }
        let (layout, at) = self.layout.local_tile_at(tiler, wide(c), Ignored);
        // SAFETY: (tiles, rests) has elements of this tensor, as was asserted, and this is a slice
        // of it: the coordinate is inside the rests.
        unsafe { self.part(count(at), layout) }
    }
    /// Returns the same tile as [`local_tile`](Tensor::local_tile). CuTe: `inner_partition`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let data: [u32; 48] = core::array::from_fn(|i| i as u32);
    /// let a = Tensor::new(&data, layout!((8, 6) : (6, 1)));
    /// assert_eq!(a.inner_partition((int!(4), int!(3)), (1u32, 0u32))[(0u32, 2u32)], 26);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn inner_partition<T, C>(self, tiler: T, c: C) -> Tensor<V, LocalTile<L, T, C>>
    where
        V: Viewing,
        T: Tiler<TilerProfile: FitsTiler<L::Profile>>,
        C: Coord<CoordProfile: FitsSlice<RestsProfile<L, T>>>,
    {
        keep_call!(L);
        let divided = const {
            check_coordinate::<C, RestShape<L, T>>();
            Divided::<L, L::ZippedDivide<T>, V::Claim>::evenly()
        };
        self.tile_at(tiler, c, divided)
    }
    /// Returns the element at the coordinate `c` of each tile that `tiler` divides the tensor into.
    /// The coordinates of the result are those of the tiles. CuTe:
    /// `outer_partition(tensor, tiler, c)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let data: [u32; 48] = core::array::from_fn(|i| i as u32);
    /// let a = Tensor::new(&data, layout!((8, 6) : (6, 1)));
    /// let corners = a.outer_partition((int!(4), int!(3)), (0u32, 0u32));
    /// assert_eq!(corners.layout(), layout!((2, 2) : (24, 3)));
    /// assert_eq!(corners.iter().copied().collect::<Vec<_>>(), [0, 24, 3, 27]);
    /// ```
    ///
    /// The tiles must fit evenly, as in [`zipped_divide`](Tensor::zipped_divide).
    ///
    /// # Panics
    ///
    /// Panics if the coordinate is outside a tile.
    #[inline(always)]
    #[track_caller]
    pub fn outer_partition<T, C>(self, tiler: T, c: C) -> Tensor<V, OuterPartition<L, T, C>>
    where
        V: Viewing,
        T: Tiler<TilerProfile: FitsTiler<L::Profile>>,
        C: Coord<CoordProfile: FitsSlice<TilesProfile<L, T>>>,
    {
        let divided = const {
            check_coordinate::<C, TileShape<L, T>>();
            Divided::<L, L::ZippedDivide<T>, V::Claim>::evenly()
        };
        keep_call!(L);
        let tile = self.tiles(tiler, divided).shape().head();
        if !c.inside(tile) {
            outside(c, tile)
        }
        let (layout, at) = self.layout.outer_partition_at(tiler, wide(c), Ignored);
        // SAFETY: (tiles, rests) has elements of this tensor, as was asserted, and this is a slice
        // of it: the coordinate is inside the tiles.
        unsafe { self.part(count(at), layout) }
    }
    /// Returns the elements of one of many threads: one element of each tile with the shape of
    /// `threads`, a layout that numbers the threads. CuTe:
    /// `local_partition(tensor, threads, thread)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let data: [u32; 48] = core::array::from_fn(|i| i as u32);
    /// let a = Tensor::new(&data, layout!((8, 6) : (6, 1)));
    /// let threads = layout!((4, 2) : (2, 1));             // 8 threads, two in a row
    /// let mine = a.local_partition(threads, 3u32);        // at (1,1) of each tile
    /// assert_eq!(mine.layout(), layout!((2, 3) : (24, 2)));
    /// assert_eq!(mine.iter().copied().collect::<Vec<_>>(), [7, 31, 9, 33, 11, 35]);
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/local_partition.svg"))]
    ///
    /// `threads` must be [`Bijective`]: several threads with the same number, or numbers without a
    /// thread, do not compile. The tiles must fit evenly, as in
    /// [`zipped_divide`](Tensor::zipped_divide).
    ///
    /// A thread number out of range is also an error: `there is no thread 8: the 8 threads are
    /// numbered from 0`, at compile time if it is static.
    ///
    /// # Panics
    ///
    /// Panics if no thread has the run-time number.
    #[inline(always)]
    #[track_caller]
    pub fn local_partition<TH, I>(self, threads: TH, thread: I) -> Tensor<V, LocalPartition<L, TH>>
    where
        V: Viewing,
        TH: Bijective,
        ThreadTile<TH>: Tiler<TilerProfile: FitsTiler<L::Profile>>,
        I: Integer,
    {
        let divided = const {
            check_threads::<TH, L::ZippedDivide<ThreadTile<TH>>>();
            check_count::<I>();
            check_thread::<I, TH::Size>();
            Divided::<L, L::ZippedDivide<ThreadTile<TH>>, V::Claim>::evenly()
        };
        keep_call!(L);
        self.tiles(thread_tile(threads), divided);
        let findings = Findings::none();
        find_thread(thread, threads.size_modulo(), findings.faults());
        findings.raise();
        let thread = thread.usize();
        let (layout, at) = self.layout.local_partition_at(threads, thread, Ignored);
        // SAFETY: (tiles, rests) has elements of this tensor, as was asserted, and this is a slice
        // of it. The threads and the shape of a tile are static, so the inverse of the threads and
        // its composition with a tile are exact, whatever the strides of the tile, and give the
        // offset of the thread's coordinate inside the tile.
        unsafe { self.part(count(at), layout) }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn past_the_end<L: Layout, B: Layout>(layout: L, b: B) -> ! {
    panic!(
        "a tensor of the layout {layout} cannot be composed with {b}, which reaches past its end"
    )
}
