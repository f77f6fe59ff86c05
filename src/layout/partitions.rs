//! The parts of a layout that a tensor hands out: tiles, and the elements of one thread.

use crate::algebra::algebra_reasons::Composition;
use crate::algebra::coordinate::Coord;
use crate::algebra::stride_or_offset::{OffsetOrElse, StrideOrOffset};
use crate::algebra::tiler::{self, Tiler};
use crate::algebra::width::PartOf;
use crate::integer::*;
use crate::layout::Algebra;
use crate::layout::result_profiles::{
    LocalTileProfile, OuterPartitionProfile, RestsProfile, ShareProfile, TilerProfile,
};
use crate::number::*;
use crate::profile::{Profile, ProfileOfRefused};
use crate::refusal::{Refusal, Refused, refused};
use crate::run_time::Faults;
use crate::tuple::IntTuple;
use crate::tuple::arrange::{Join, join};
use crate::tuple::measure::{ProductEach, product_each};
use crate::tuple::tuple_reasons::PartRefused;
use zellige_macros::total;

use super::strided::WithProfile;
use super::{Layout, Profiled, Strided};

/// A rule that shares the elements of a layout with strides among threads. A tiled MMA has one for
/// each operand, and a tiled copy for each end.
#[doc(hidden)]
pub trait Sharing: Copy + 'static {
    /// The profile of the tile that cuts the modes.
    type Cutter: TilerProfile;
    /// True if all its integers are static.
    type IsStatic: Bool;
    /// The values of one thread in a tile.
    type Values<L: Layout>: Layout;
    /// The layout from tile to tile.
    type Rests<L: Layout>: Layout;
    /// The threads in the first mode, the elements of each thread in the others.
    type Whole<L: Layout>: Layout;
    /// The share of one thread, the same layout for all: the values, then the modes of the rests.
    type Share<L: Layout>: Layout;
    /// The layout of the threads.
    type Threads<L: Layout>: Layout;
    /// The offset where the share of the thread I starts.
    type Start<L: Layout, I: Integer>: Integer;
    fn whole<L: Layout>(self, l: L, faults: impl Faults) -> Self::Whole<L>;
    fn share<L: Layout>(self, l: L, faults: impl Faults) -> Self::Share<L>;
    fn threads<L: Layout>(self, l: L, faults: impl Faults) -> Self::Threads<L>;
    fn start<L: Layout, I: Integer>(self, l: L, i: I, faults: impl Faults) -> Self::Start<L, I>;
}
/// [`Sharing::threads`] of the layout L, not yet computed.
pub struct ThreadsOf<Q, L, F> {
    pub by: Q,
    pub of: L,
    pub faults: F,
}
impl<Q: Sharing, L: Layout, F: Faults> Deferred for ThreadsOf<Q, L, F> {
    type Value = Q::Threads<L>;
    #[inline(always)]
    fn compute(self) -> Q::Threads<L> {
        self.by.threads(self.of, self.faults)
    }
}

/// Each part is a layout and the offset at which it starts, as in
/// [`Coordinates::slice`](crate::Coordinates::slice).
#[doc(hidden)]
pub trait Partition: Profiled + Copy {
    /// One of the tiles that T cuts, and the tiles that are `..` in C.
    type LocalTile<T: Tiler, C: Coord>: Layout<Profile = LocalTileProfile<Self, T, C>>;
    /// The offset at which it starts.
    type LocalTileOffset<T: Tiler, C: Coord>: Integer;
    /// The modes that are `..` in C of the tiles that T cuts, and from tile to tile.
    type OuterPartition<T: Tiler, C: Coord>: Layout<Profile = OuterPartitionProfile<Self, T, C>>;
    /// The offset at which it starts.
    type OuterPartitionOffset<T: Tiler, C: Coord>: Integer;
    /// The elements of the thread I of TH, one of each tile of the shape of TH.
    type LocalPartition<TH: Layout, I: Integer>: Layout<
        Profile = RestsProfile<Self, ThreadTile<TH>>,
    >;
    /// The offset at which they start.
    type ThreadOffset<TH: Layout, I: Integer>: Integer;
    /// True if it has strides, and all its integers are static.
    type HasStaticParts: Bool;
    /// All shares by the rule Q.
    type Shared<Q: Sharing>: Layout;
    /// The share of the thread I by the rule Q.
    type ShareOf<Q: Sharing, I: Integer>: Layout<Profile = ShareProfile<Self, Q>>;
    /// The offset at which it starts.
    type ShareOffset<Q: Sharing, I: Integer>: Integer;
    /// The tile at `c`.
    fn local_tile_at<T: Tiler, C: Coord>(
        self,
        t: T,
        c: C,
        faults: impl Faults,
    ) -> (Self::LocalTile<T, C>, Self::LocalTileOffset<T, C>);
    /// The element at `c` of each tile.
    fn outer_partition_at<T: Tiler, C: Coord>(
        self,
        t: T,
        c: C,
        faults: impl Faults,
    ) -> (Self::OuterPartition<T, C>, Self::OuterPartitionOffset<T, C>);
    /// The elements of the thread `i`.
    fn local_partition_at<TH: Layout, I: Integer>(
        self,
        threads: TH,
        i: I,
        faults: impl Faults,
    ) -> (Self::LocalPartition<TH, I>, Self::ThreadOffset<TH, I>);
    /// All shares by the rule `q`.
    fn shared<Q: Sharing>(self, q: Q, faults: impl Faults) -> Self::Shared<Q>;
    /// The share of the thread `i` by the rule `q`.
    #[inline(always)]
    fn share_of<Q: Sharing, I: Integer>(
        self,
        q: Q,
        i: I,
        faults: impl Faults,
    ) -> (Self::ShareOf<Q, I>, Self::ShareOffset<Q, I>) {
        let share = <<Q::IsStatic as Bool>::And<Self::HasStaticParts> as Bool>::known_or(
            <Self::ShareOf<Q, I> as Layout>::UNCHECKED,
            Share { of: self, by: q, thread: i, faults },
        );
        (share, self.share_offset::<Q, I, Self::ShareOf<Q, I>>(q, i, faults))
    }
    /// The first of the two results of [`share_of`](Partition::share_of).
    fn share_layout<Q: Sharing, I: Integer>(
        self,
        q: Q,
        i: I,
        faults: impl Faults,
    ) -> Self::ShareOf<Q, I>;
    /// The second of the two; the share R reports its own error.
    fn share_offset<Q: Sharing, I: Integer, R: Layout>(
        self,
        q: Q,
        i: I,
        faults: impl Faults,
    ) -> Self::ShareOffset<Q, I>;
}

/// [`share_layout`](Partition::share_layout), not yet computed.
struct Share<L, Q, I, F> {
    of: L,
    by: Q,
    thread: I,
    faults: F,
}
impl<L: Partition, Q: Sharing, I: Integer, F: Faults> Deferred for Share<L, Q, I, F> {
    type Value = L::ShareOf<Q, I>;
    #[inline(always)]
    fn compute(self) -> L::ShareOf<Q, I> {
        self.of.share_layout(self.by, self.thread, self.faults)
    }
}

/// The tile from which the threads TH take one element each: its shape is that of the threads.
///
/// ```
/// use zellige::{prelude::*, tensor::ThreadTile};
/// assert_type_eq_all!(ThreadTile<layout!(((2, 2), 4) : ((1, 8), 2))>, shape!((4, 4)));
/// ```
pub type ThreadTile<TH> = <ProductEach<Shape<TH>> as IntTuple>::WithProfile<
    <<Shape<TH> as IntTuple>::Profile as Profile>::Each,
>;
/// Returns the value of [`ThreadTile`].
#[inline(always)]
pub(crate) fn thread_tile<TH: Layout>(threads: TH) -> ThreadTile<TH> {
    product_each(threads.shape()).with_profile()
}

/// Panics if there is no thread I of N, as far as both are known.
#[track_caller]
pub(crate) const fn check_thread<I: Integer, N: Integer>() {
    check_numbered::<I, N, N>()
}
/// Panics if thread I of A is not one of the first N, which are numbered, as far as known.
#[track_caller]
pub(super) const fn check_numbered<I: Integer, N: Integer, A: Integer>() {
    if <I::IsStatic as Bool>::VALUE && <N::IsStatic as Bool>::VALUE && I::KNOWN >= N::KNOWN {
        no_thread(I::KNOWN, N::KNOWN, A::KNOWN).raise()
    }
}
/// Reports a fault if `thread` is not below the number of threads.
#[inline(always)]
pub(crate) fn find_thread<I: Integer, N: Integer>(thread: I, threads: N, faults: impl Faults) {
    find_numbered(thread, threads, threads, faults)
}
/// Reports a fault if `thread` is not the number of a thread of the layout.
#[inline(always)]
pub(super) fn find_thread_of<I: Integer, TH: Layout>(thread: I, threads: TH, faults: impl Faults) {
    let numbered = threads.right_inverse_noting(faults).size_modulo();
    find_numbered(thread, numbered, threads.size_modulo(), faults)
}
/// Reports a fault if `thread` is not below the number of those of all threads that are numbered.
#[inline(always)]
fn find_numbered<I: Integer, N: Integer, A: Integer>(
    thread: I,
    numbered: N,
    all: A,
    faults: impl Faults,
) {
    let missing = || -> Option<Refusal> {
        let [thread, numbered, all] = [thread.projected(), numbered.projected(), all.projected()];
        let missing = || no_thread(thread as u64, numbered as u64, all as u64);
        (!(0..numbered).contains(&thread)).then(missing)
    };
    faults.find(missing)
}
/// Returns the refusal of the number `thread`, where `threads` of all threads are numbered.
const fn no_thread(thread: u64, threads: u64, all: u64) -> Refusal {
    match threads {
        _ if threads < all => Refusal::thread_past_gap(thread, threads, all),
        1 => Refusal::one_thread(thread),
        _ => Refusal::no_thread(thread, threads),
    }
}

/// The shape (or stride) of the tiles `x`, then the modes that are `..` in `c` of the rests `y`.
#[total]
fn tile_first(c: Coord, x: IntTuple, y: IntTuple) -> IntTuple {
    let rests: IntTuple = c.sliced(y);
    let all: IntTuple = if rests.is_empty() { x } else { join(x, rests) };
    whole(all)
}
/// The modes that are `..` in `c` of the shape (or stride) of the tiles `x`, then the rests `y`.
#[total]
fn rests_last(c: Coord, x: IntTuple, y: IntTuple) -> IntTuple {
    let part: IntTuple = c.sliced(x);
    let all: IntTuple = if part.is_empty() { y } else { join(part, y) };
    whole(all)
}
/// The tuple `t`, or one refused integer if any part of it is refused. The refused integer has no
/// rank, so that an error about the tiler is not followed by one about the coordinate of a tile
/// that does not exist.
#[total]
fn whole(t: IntTuple) -> IntTuple {
    if t.is_refused() { refused::<PartRefused<T>, ProfileOfRefused>() } else { t }
}

/// Returns the offset of the part at the coordinate `c` of `l`; arbitrary if a run-time extent of 0
/// divides the coordinate and the caller records such faults.
#[inline(always)]
fn begin<L: Layout, C: Coord>(l: L, c: C, faults: impl Faults) -> L::Crd2Idx<C> {
    if faults.asks() && !c.has_offset(l.shape()) {
        faults.find(|| Some(Refusal::no_part()));
        return <L::Crd2Idx<C>>::UNCHECKED;
    }
    l.offset_at(c)
}

type Tiles<L, T> = tiler::Tiles<T, L>;
type Rests<L, T> = tiler::Rests<T, L>;
type Shape<L> = <L as Layout>::Shape;
type Stride<L> = <L as Layout>::Stride;
/// The offset of the element of each of the threads TH in their tile of L.
pub(super) type ByThread<L, TH> =
    <Tiles<L, ThreadTile<TH>> as Algebra>::ComposeAs<Composition, <TH as Algebra>::RightInverse>;
/// The name of [`ByThread`] for the threads TH.
pub(super) struct Numbered<TH>(TH);
impl<TH: Layout, L: Layout> PartOf<L> for Numbered<TH> {
    type Part = ByThread<L, TH>;
}

/// The parts of a layout L with strides, once its integers are known.
///
/// Generic code may not know them. There, a part is only a name,
/// `<... as PartsOf>::LocalTile<L, T, C>`, with the bounds below. Evaluated as far as the other
/// integers allow, it would be a long type that repeats the unknown part in each of its branches,
/// and the type of a tile of a tile would repeat the first tile in each of its own branches.
#[doc(hidden)]
pub trait PartsOf {
    type LocalTile<L: Layout, T: Tiler, C: Coord>: Layout<Profile = LocalTileProfile<L, T, C>>;
    type LocalTileOffset<L: Layout, T: Tiler, C: Coord>: Integer;
    type OuterPartition<L: Layout, T: Tiler, C: Coord>: Layout<
        Profile = OuterPartitionProfile<L, T, C>,
    >;
    type OuterPartitionOffset<L: Layout, T: Tiler, C: Coord>: Integer;
    type LocalPartition<L: Layout, TH: Layout>: Layout<Profile = RestsProfile<L, ThreadTile<TH>>>;
    type ThreadOffset<L: Layout, TH: Layout, I: Integer>: Integer;
    type ShareOf<L: Layout, Q: Sharing>: Layout<Profile = ShareProfile<L, Q>>;
    type ShareOffset<L: Layout, Q: Sharing, I: Integer>: Integer;
    fn local_tile<L: Layout, T: Tiler, C: Coord>(
        l: L,
        t: T,
        c: C,
        faults: impl Faults,
    ) -> (Self::LocalTile<L, T, C>, Self::LocalTileOffset<L, T, C>);
    fn outer_partition<L: Layout, T: Tiler, C: Coord>(
        l: L,
        t: T,
        c: C,
        faults: impl Faults,
    ) -> (Self::OuterPartition<L, T, C>, Self::OuterPartitionOffset<L, T, C>);
    fn local_partition<L: Layout, TH: Layout, I: Integer>(
        l: L,
        threads: TH,
        i: I,
        faults: impl Faults,
    ) -> (Self::LocalPartition<L, TH>, Self::ThreadOffset<L, TH, I>);
    fn share<L: Layout, Q: Sharing>(l: L, q: Q, faults: impl Faults) -> Self::ShareOf<L, Q>;
    fn share_offset<L: Layout, Q: Sharing, I: Integer, R: Layout>(
        l: L,
        q: Q,
        i: I,
        faults: impl Faults,
    ) -> Self::ShareOffset<L, Q, I>;
}
/// What is known about a truth value once it is itself known: the [`PartsOf`] layouts.
#[doc(hidden)]
pub trait OnceKnown {
    type Parts: PartsOf;
}
impl OnceKnown for B0 {
    type Parts = Parts;
}
impl OnceKnown for B1 {
    type Parts = Parts;
}
/// The parts of S:D: whether an integer is refused is known when all of them are.
type PartsKnown<S, D> =
    <<<S as IntTuple>::IsRefused as Bool>::Or<<D as IntTuple>::IsRefused> as OnceKnown>::Parts;

#[doc(hidden)]
pub struct Parts;
impl PartsOf for Parts {
    type LocalTile<L: Layout, T: Tiler, C: Coord> = Strided<
        <TileFirst<C, Shape<Tiles<L, T>>, Shape<Rests<L, T>>> as IntTuple>::WithProfile<
            LocalTileProfile<L, T, C>,
        >,
        TileFirst<C, Stride<Tiles<L, T>>, Stride<Rests<L, T>>>,
    >;
    type LocalTileOffset<L: Layout, T: Tiler, C: Coord> = <Rests<L, T> as Layout>::Crd2Idx<C>;
    type OuterPartition<L: Layout, T: Tiler, C: Coord> = Strided<
        <RestsLast<C, Shape<Tiles<L, T>>, Shape<Rests<L, T>>> as IntTuple>::WithProfile<
            OuterPartitionProfile<L, T, C>,
        >,
        RestsLast<C, Stride<Tiles<L, T>>, Stride<Rests<L, T>>>,
    >;
    type OuterPartitionOffset<L: Layout, T: Tiler, C: Coord> = <Tiles<L, T> as Layout>::Crd2Idx<C>;
    type LocalPartition<L: Layout, TH: Layout> =
        WithProfile<Rests<L, ThreadTile<TH>>, RestsProfile<L, ThreadTile<TH>>>;
    type ThreadOffset<L: Layout, TH: Layout, I: Integer> = <ByThread<L, TH> as Layout>::Crd2Idx<I>;
    type ShareOf<L: Layout, Q: Sharing> = WithProfile<Q::Share<L>, ShareProfile<L, Q>>;
    type ShareOffset<L: Layout, Q: Sharing, I: Integer> = OffsetOrElse<Q::Start<L, I>, I>;

    #[inline(always)]
    fn local_tile<L: Layout, T: Tiler, C: Coord>(
        l: L,
        t: T,
        c: C,
        faults: impl Faults,
    ) -> (Self::LocalTile<L, T, C>, Self::LocalTileOffset<L, T, C>) {
        let (tiles, rests) = (tiler::tiles(t, l, faults), tiler::rests(t, l, faults));
        let layout = Strided::of(
            tile_first(c, tiles.shape(), rests.shape()).with_profile(),
            tile_first(c, tiles.mode_stride(), rests.mode_stride()),
        );
        (layout, begin(rests, c, faults))
    }
    #[inline(always)]
    fn outer_partition<L: Layout, T: Tiler, C: Coord>(
        l: L,
        t: T,
        c: C,
        faults: impl Faults,
    ) -> (Self::OuterPartition<L, T, C>, Self::OuterPartitionOffset<L, T, C>) {
        let (tiles, rests) = (tiler::tiles(t, l, faults), tiler::rests(t, l, faults));
        let layout = Strided::of(
            rests_last(c, tiles.shape(), rests.shape()).with_profile(),
            rests_last(c, tiles.mode_stride(), rests.mode_stride()),
        );
        (layout, begin(tiles, c, faults))
    }
    #[inline(always)]
    fn local_partition<L: Layout, TH: Layout, I: Integer>(
        l: L,
        threads: TH,
        i: I,
        faults: impl Faults,
    ) -> (Self::LocalPartition<L, TH>, Self::ThreadOffset<L, TH, I>) {
        let tile = thread_tile(threads);
        let numbers = threads.right_inverse_noting(faults);
        let by_thread = tiler::tiles(tile, l, faults).compose_as::<Composition, _>(numbers, faults);
        let at = begin(by_thread, i, faults);
        (tiler::rests(tile, l, faults).with_profile(), at)
    }
    #[inline(always)]
    fn share<L: Layout, Q: Sharing>(l: L, q: Q, faults: impl Faults) -> Self::ShareOf<L, Q> {
        q.share(l, faults).with_profile()
    }
    #[inline(always)]
    fn share_offset<L: Layout, Q: Sharing, I: Integer, R: Layout>(
        l: L,
        q: Q,
        i: I,
        faults: impl Faults,
    ) -> Self::ShareOffset<L, Q, I> {
        q.start(l, i, faults).or_else::<R, I>()
    }
}

#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> Partition for Strided<S, D> {
    type LocalTile<T: Tiler, C: Coord> = <PartsKnown<S, D> as PartsOf>::LocalTile<Self, T, C>;
    type LocalTileOffset<T: Tiler, C: Coord> =
        <PartsKnown<S, D> as PartsOf>::LocalTileOffset<Self, T, C>;
    type OuterPartition<T: Tiler, C: Coord> =
        <PartsKnown<S, D> as PartsOf>::OuterPartition<Self, T, C>;
    type OuterPartitionOffset<T: Tiler, C: Coord> =
        <PartsKnown<S, D> as PartsOf>::OuterPartitionOffset<Self, T, C>;
    type LocalPartition<TH: Layout, I: Integer> =
        <PartsKnown<S, D> as PartsOf>::LocalPartition<Self, TH>;
    type ThreadOffset<TH: Layout, I: Integer> =
        <PartsKnown<S, D> as PartsOf>::ThreadOffset<Self, TH, I>;
    type HasStaticParts = <Self as Tiler>::IsStaticTiler;
    type Shared<Q: Sharing> = Q::Whole<Self>;
    type ShareOf<Q: Sharing, I: Integer> = <PartsKnown<S, D> as PartsOf>::ShareOf<Self, Q>;
    type ShareOffset<Q: Sharing, I: Integer> =
        <PartsKnown<S, D> as PartsOf>::ShareOffset<Self, Q, I>;

    #[inline(always)]
    fn local_tile_at<T: Tiler, C: Coord>(
        self,
        t: T,
        c: C,
        faults: impl Faults,
    ) -> (Self::LocalTile<T, C>, Self::LocalTileOffset<T, C>) {
        <PartsKnown<S, D>>::local_tile(self, t, c, faults)
    }
    #[inline(always)]
    fn outer_partition_at<T: Tiler, C: Coord>(
        self,
        t: T,
        c: C,
        faults: impl Faults,
    ) -> (Self::OuterPartition<T, C>, Self::OuterPartitionOffset<T, C>) {
        <PartsKnown<S, D>>::outer_partition(self, t, c, faults)
    }
    #[inline(always)]
    fn local_partition_at<TH: Layout, I: Integer>(
        self,
        threads: TH,
        i: I,
        faults: impl Faults,
    ) -> (Self::LocalPartition<TH, I>, Self::ThreadOffset<TH, I>) {
        <PartsKnown<S, D>>::local_partition(self, threads, i, faults)
    }
    #[inline(always)]
    fn shared<Q: Sharing>(self, q: Q, faults: impl Faults) -> Q::Whole<Self> {
        q.whole(self, faults)
    }
    #[inline(always)]
    fn share_layout<Q: Sharing, I: Integer>(
        self,
        q: Q,
        _: I,
        faults: impl Faults,
    ) -> Self::ShareOf<Q, I> {
        <PartsKnown<S, D>>::share(self, q, faults)
    }
    #[inline(always)]
    fn share_offset<Q: Sharing, I: Integer, R: Layout>(
        self,
        q: Q,
        i: I,
        faults: impl Faults,
    ) -> Self::ShareOffset<Q, I> {
        <PartsKnown<S, D>>::share_offset::<Self, Q, I, R>(self, q, i, faults)
    }
}
