//! The operations as functions that return the reason if there is no result.

use crate::algebra::coordinate::Coord;
use crate::algebra::tiler::Tiler;
use crate::integer::Integer;
use crate::layout::result_profiles::{RestsProfile, TilesProfile};
use crate::number::{B0, B1};
use crate::profile::{FitsSlice, FitsTiler};
use crate::refusal::Refusal;
use crate::run_time::{Findings, Kept};
use crate::tuple::IntTuple;

use super::partitions::find_thread_of;
use super::{Layout, ThreadTile, compositions, divisions, products, recasts};

/// `try_compose` and its siblings: the operations that make layouts, with an `Err` if there is no
/// result.
///
/// Every [`Layout`] has them. The operation of the same name without `try_` documents what they
/// compute and what has no result. It panics where these return an `Err`, with the same message, at
/// the line of the call. Whether the types or only the run-time integers determine the refusal
/// makes no difference here: a refusal that the types determine is also an `Err`, while the
/// operation that panics does not compile.
///
/// ```
/// use zellige::{prelude::*, refusal::Code};
/// let (m, n, pitch) = (4u32, 6u32, 4u32);
/// let a = layout!((m, n) : (1, pitch));
/// let columns = a.try_compose(layout!(4 : 1)).unwrap();
/// assert_eq!(columns.crd2idx(3u32), 3);
///
/// // 6 elements of columns of 5 would take one whole column and a part of the next.
/// let refusal = layout!((5u32, n) : (1, 8u32)).try_compose(layout!(6 : 1)).unwrap_err();
/// assert_eq!(refusal.code, Code::ExtentNotDivisible);
/// assert!(refusal.message().starts_with("composition(A, B): mode 0 of B (6:1) leaves extent 5 of A's mode 0"));
/// ```
///
/// On a GPU these check in every build, and the operations that panic only with debug assertions.
/// If every integer is static they cost nothing.
pub trait TryLayout: Layout {
    // The rows under `#[operations]` that are `#[fallible]`.
    compositions::fallible!();
    divisions::fallible!();
    products::fallible!();
    recasts::fallible!();

    /// [`local_tile`](crate::Coordinates::local_tile), or why the tiles do not divide the layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (m, rows) = (100u32, 8u32);
    /// let a = layout!((m, 64) : (64, 1));
    /// let (tile, offset) = a.try_local_tile((rows, int!(32)), (2u32, 1u32)).unwrap();
    /// assert_eq!((tile.to_string(), offset), ("(8,_32):(_64,_1)".into(), 2 * 512 + 32));
    /// ```
    #[inline(always)]
    fn try_local_tile<T, C>(
        self,
        tiler: T,
        c: C,
    ) -> Result<(Self::LocalTile<T, C>, Self::LocalTileOffset<T, C>), Refusal>
    where
        T: Tiler<TilerProfile: FitsTiler<Self::Profile>>,
        C: Coord<CoordProfile: FitsSlice<RestsProfile<Self, T>>>,
    {
        attempt::<Self::LocalTile<T, C>, _>(|faults| self.local_tile_at(tiler, c, faults))
    }
    /// [`outer_partition`](crate::Coordinates::outer_partition), or why the tiles do not divide the
    /// layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (m, rows) = (100u32, 8u32);
    /// let a = layout!((m, 64) : (64, 1));
    /// let (elements, offset) = a.try_outer_partition((rows, int!(32)), (2u32, 1u32)).unwrap();
    /// assert_eq!((elements.to_string(), offset), ("(13,_2):(512,_32)".into(), 2 * 64 + 1));
    /// ```
    #[inline(always)]
    fn try_outer_partition<T, C>(
        self,
        tiler: T,
        c: C,
    ) -> Result<(Self::OuterPartition<T, C>, Self::OuterPartitionOffset<T, C>), Refusal>
    where
        T: Tiler<TilerProfile: FitsTiler<Self::Profile>>,
        C: Coord<CoordProfile: FitsSlice<TilesProfile<Self, T>>>,
    {
        attempt::<Self::OuterPartition<T, C>, _>(|faults| self.outer_partition_at(tiler, c, faults))
    }
    /// [`local_partition`](crate::Coordinates::local_partition), or why the tiles of the threads do
    /// not divide the layout, or that there is no such thread.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let m = 100u32;
    /// let a = layout!((m, 64) : (64, 1));
    /// let (mine, offset) = a.try_local_partition(layout!((4, 8) : (8, 1)), 11u32).unwrap();
    /// assert_eq!((mine.to_string(), offset), ("(25,_8):(_256,_8)".into(), 64 + 3));
    /// ```
    #[inline(always)]
    fn try_local_partition<TH, I>(
        self,
        threads: TH,
        thread: I,
    ) -> Result<(Self::LocalPartition<TH, I>, Self::ThreadOffset<TH, I>), Refusal>
    where
        TH: Layout,
        ThreadTile<TH>: Tiler<TilerProfile: FitsTiler<Self::Profile>>,
        I: Integer,
    {
        attempt::<Self::LocalPartition<TH, I>, _>(|faults| {
            find_thread_of(thread, threads, faults);
            self.local_partition_at(threads, thread, faults)
        })
    }
}
impl<L: Layout> TryLayout for L {}

/// The choice whether to make a result at all, by whether the types determine that it is refused.
/// If they do, no part of it is compiled, which would report the refusal as a compile-time error.
#[doc(hidden)]
pub trait Attempt {
    /// Returns the layout L or a value that accompanies it.
    fn attempt<L: Layout, T>(make: impl FnOnce(Kept<'_>) -> T) -> Result<T, Refusal>;
}
impl Attempt for B0 {
    #[inline(always)]
    fn attempt<L: Layout, T>(make: impl FnOnce(Kept<'_>) -> T) -> Result<T, Refusal> {
        if let Some(refusal) = const { L::REFUSAL } {
            return Err(refusal);
        }
        let findings = Findings::none();
        let made = make(findings.faults());
        match findings.found() {
            Some(refusal) => Err(refusal),
            None => Ok(made),
        }
    }
}
impl Attempt for B1 {
    fn attempt<L: Layout, T>(_: impl FnOnce(Kept<'_>) -> T) -> Result<T, Refusal> {
        Err(const {
            match L::REFUSAL {
                Some(refusal) => refusal,
                None => panic!("zellige: a refused layout does not say why; this is a bug"),
            }
        })
    }
}
/// Returns what `make` makes, the layout L or a value that accompanies it, or the reason why it is
/// refused, as determined by the types or by the run-time integers.
#[inline(always)]
fn attempt<L: Layout, T>(make: impl FnOnce(Kept<'_>) -> T) -> Result<T, Refusal> {
    <<L::Shape as IntTuple>::IsRefused as Attempt>::attempt::<L, T>(make)
}
