//! The parts of a layout that a tensor hands out: tiles, and the elements of one thread.

use crate::algebra::coordinate::{Coord, OffsetOrElse, OrElse};
use crate::algebra::divide::Tiler;
use crate::algebra::reasons::Composition;
use crate::integer::*;
use crate::layout::Algebra;
use crate::layout::Steps;
use crate::layout::forms::{LocalTileForm, OuterPartitionForm, RestsForm, ShareForm, TilerProfile};
use crate::number::*;
use crate::profile::AnyForm;
use crate::refusal::{Refusal, Refused, refused};
use crate::run_time::Faults;
use crate::tuple::IntTuple;
use crate::tuple::arrange::{Join, join};
use crate::tuple::measure::{ProductEach, product_each};
use crate::tuple::reasons::PartRefused;
use zellige_macros::total;

use super::strided::Formed;
use super::{Layout, Profiled, Strided};

/// A rule by which the elements of a layout with strides are shared among threads: what a tiled MMA has
/// for each operand, and a tiled copy for each end.
#[doc(hidden)]
pub trait Sharing: Copy + 'static {
    /// The form of the tile by which the modes are cut.
    type Cutter: TilerProfile;
    /// The values of one thread in a tile.
    type Values<L: Layout>: Layout;
    /// From tile to tile.
    type Rests<L: Layout>: Layout;
    /// The threads in the first mode, what each of them has in the others.
    type Whole<L: Layout>: Layout;
    /// What one thread has, the same for all: the values, then the modes of the rests.
    type Share<L: Layout>: Layout;
    /// Where the share of the thread I begins.
    type Start<L: Layout, I: Integer>: Integer;
    fn whole<L: Layout>(self, l: L, faults: impl Faults) -> Self::Whole<L>;
    fn share<L: Layout>(self, l: L, faults: impl Faults) -> Self::Share<L>;
    fn start<L: Layout, I: Integer>(self, l: L, i: I, faults: impl Faults) -> Self::Start<L, I>;
}

/// Each part is a layout and the offset at which it begins, as in [`Coordinates::slice`](crate::Coordinates::slice).
#[doc(hidden)]
pub trait Partition: Profiled {
    /// One tile of those that T cuts, and the tiles that are `..` in C.
    type LocalTile<T: Tiler, C: Coord>: Layout<Profile = LocalTileForm<Self, T, C>>;
    /// Where it begins.
    type LocalTileOffset<T: Tiler, C: Coord>: Integer;
    /// What is `..` in C of the tiles that T cuts, and from tile to tile.
    type OuterPartition<T: Tiler, C: Coord>: Layout<Profile = OuterPartitionForm<Self, T, C>>;
    /// Where it begins.
    type OuterPartitionOffset<T: Tiler, C: Coord>: Integer;
    /// The elements of the thread I of TH, one of each tile of the shape of TH.
    type LocalPartition<TH: Layout, I: Integer>: Layout<Profile = RestsForm<Self, ThreadTile<TH>>>;
    /// Where they begin.
    type ThreadOffset<TH: Layout, I: Integer>: Integer;
    /// All shares by the rule Q.
    type Shared<Q: Sharing>: Layout;
    /// The share of the thread I by the rule Q.
    type ShareOf<Q: Sharing, I: Integer>: Layout<Profile = ShareForm<Self, Q>>;
    /// Where it begins.
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
    fn share_of<Q: Sharing, I: Integer>(
        self,
        q: Q,
        i: I,
        faults: impl Faults,
    ) -> (Self::ShareOf<Q, I>, Self::ShareOffset<Q, I>);
}

/// The tile that the threads TH take one element each of: its shape is theirs.
///
/// ```
/// use zellige::{prelude::*, tensor::ThreadTile};
/// assert_type_eq_all!(ThreadTile<layout!(((2, 2), 4) : ((1, 8), 2))>, shape!((4, 4)));
/// ```
pub type ThreadTile<TH> = ProductEach<<TH as Layout>::Shape>;

/// Panics if there is no thread I of N, as far as both are known.
#[track_caller]
pub(crate) const fn check_thread<I: Integer, N: Integer>() {
    if <I::IsStatic as Bool>::VALUE && <N::IsStatic as Bool>::VALUE && I::KNOWN >= N::KNOWN {
        Refusal::no_thread(I::KNOWN, N::KNOWN).raise()
    }
}
/// Finds that `thread` is not the number of one of so many threads.
#[inline(always)]
pub(crate) fn find_thread<I: Integer, N: Integer>(thread: I, threads: N, faults: impl Faults) {
    let missing = || -> Option<Refusal> {
        let [thread, threads] = [thread.projected(), threads.projected()];
        (!(0..threads).contains(&thread)).then(|| Refusal::no_thread(thread as u64, threads as u64))
    };
    faults.find(missing)
}

/// The shape (or stride) of the tiles `x`, then what is `..` in `c` of the rests `y`.
#[total]
fn tile_first(c: Coord, x: IntTuple, y: IntTuple) -> IntTuple {
    let rests: IntTuple = c.sliced(y);
    let all: IntTuple = if rests.is_empty() { x } else { join(x, rests) };
    whole(all)
}
/// What is `..` in `c` of the shape (or stride) of the tiles `x`, then the rests `y`.
#[total]
fn rests_last(c: Coord, x: IntTuple, y: IntTuple) -> IntTuple {
    let part: IntTuple = c.sliced(x);
    let all: IntTuple = if part.is_empty() { y } else { join(part, y) };
    whole(all)
}
/// The tuple `t`, or one refused integer if anything in it is refused: that has no rank, so that an error about the
/// tiler is not followed by one about the coordinate of a tile that is none.
#[total]
fn whole(t: IntTuple) -> IntTuple {
    if t.is_refused() {
        refused::<PartRefused<T>, AnyForm>()
    } else {
        t
    }
}

/// Where the part at the coordinate `c` of `l` begins; anywhere, if a run-time extent of 0 divides the coordinate, and
/// somebody asks for such faults.
#[inline(always)]
fn begin<L: Layout, C: Coord>(l: L, c: C, faults: impl Faults) -> L::Crd2Idx<C> {
    if faults.asks() && !c.has_offset(l.shape()) {
        faults.find(|| Some(Refusal::no_part()));
        return <L::Crd2Idx<C>>::UNCHECKED;
    }
    l.offset_at(c)
}

type Tiles<L, T> = <T as Tiler>::Tiles<L>;
type Rests<L, T> = <T as Tiler>::Rests<L>;
type Shape<L> = <L as Layout>::Shape;
type Stride<L> = <L as Layout>::Stride;
/// Where the element of each of the threads TH lies in their tile of L.
pub(super) type ByThread<L, TH> =
    <Tiles<L, ThreadTile<TH>> as Steps>::ComposeAs<Composition, <TH as Algebra>::RightInverse>;

#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> Partition for Strided<S, D> {
    type LocalTile<T: Tiler, C: Coord> = Formed<
        Strided<
            TileFirst<C, Shape<Tiles<Self, T>>, Shape<Rests<Self, T>>>,
            TileFirst<C, Stride<Tiles<Self, T>>, Stride<Rests<Self, T>>>,
        >,
        LocalTileForm<Self, T, C>,
    >;
    type LocalTileOffset<T: Tiler, C: Coord> = <Rests<Self, T> as Layout>::Crd2Idx<C>;
    type OuterPartition<T: Tiler, C: Coord> = Formed<
        Strided<
            RestsLast<C, Shape<Tiles<Self, T>>, Shape<Rests<Self, T>>>,
            RestsLast<C, Stride<Tiles<Self, T>>, Stride<Rests<Self, T>>>,
        >,
        OuterPartitionForm<Self, T, C>,
    >;
    type OuterPartitionOffset<T: Tiler, C: Coord> = <Tiles<Self, T> as Layout>::Crd2Idx<C>;
    type LocalPartition<TH: Layout, I: Integer> =
        Formed<Rests<Self, ThreadTile<TH>>, RestsForm<Self, ThreadTile<TH>>>;
    type ThreadOffset<TH: Layout, I: Integer> = <ByThread<Self, TH> as Layout>::Crd2Idx<I>;
    type Shared<Q: Sharing> = Q::Whole<Self>;
    type ShareOf<Q: Sharing, I: Integer> = Formed<Q::Share<Self>, ShareForm<Self, Q>>;
    type ShareOffset<Q: Sharing, I: Integer> = OffsetOrElse<Q::Start<Self, I>, I>;

    #[inline(always)]
    fn local_tile_at<T: Tiler, C: Coord>(
        self,
        t: T,
        c: C,
        faults: impl Faults,
    ) -> (Self::LocalTile<T, C>, Self::LocalTileOffset<T, C>) {
        let (tiles, rests) = (t.tiles(self, faults), t.rests(self, faults));
        let layout = Strided::of(
            tile_first(c, tiles.shape(), rests.shape()),
            tile_first(c, tiles.mode_stride(), rests.mode_stride()),
        );
        (layout.formed(), begin(rests, c, faults))
    }
    #[inline(always)]
    fn outer_partition_at<T: Tiler, C: Coord>(
        self,
        t: T,
        c: C,
        faults: impl Faults,
    ) -> (Self::OuterPartition<T, C>, Self::OuterPartitionOffset<T, C>) {
        let (tiles, rests) = (t.tiles(self, faults), t.rests(self, faults));
        let layout = Strided::of(
            rests_last(c, tiles.shape(), rests.shape()),
            rests_last(c, tiles.mode_stride(), rests.mode_stride()),
        );
        (layout.formed(), begin(tiles, c, faults))
    }
    #[inline(always)]
    fn local_partition_at<TH: Layout, I: Integer>(
        self,
        threads: TH,
        i: I,
        faults: impl Faults,
    ) -> (Self::LocalPartition<TH, I>, Self::ThreadOffset<TH, I>) {
        let tile = product_each(threads.shape());
        let numbers = threads.right_inverse_noting(faults);
        let by_thread = tile
            .tiles(self, faults)
            .compose_as::<Composition, _>(numbers, faults);
        let at = begin(by_thread, i, faults);
        (tile.rests(self, faults).formed(), at)
    }
    #[inline(always)]
    fn shared<Q: Sharing>(self, q: Q, faults: impl Faults) -> Q::Whole<Self> {
        q.whole(self, faults)
    }
    #[inline(always)]
    fn share_of<Q: Sharing, I: Integer>(
        self,
        q: Q,
        i: I,
        faults: impl Faults,
    ) -> (Self::ShareOf<Q, I>, Self::ShareOffset<Q, I>) {
        (
            q.share(self, faults).formed(),
            q.start(self, i, faults).or_else::<Self::ShareOf<Q, I>, I>(),
        )
    }
}
