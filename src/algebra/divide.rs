//! Division: a layout cut into tiles.
//!
//! ```text
//! logical_divide 24:1 by 4:2   =  (4,(2,3)):(2,(1,8))          (tile, rest)
//! zipped_divide  (8,6):(6,1) by (4, 3)  =  ((4,3),(2,2)):((6,1),(24,3))
//! ```
//!
//! `logical_divide(A, B)` is `A o (B, B*)`, where B* is the covering complement of B in size(A).
//! The first mode runs through the tile that B picks, the second from tile to tile. A tuple of
//! tilers divides mode by mode. Zipped, the tiles come first and the rests second.
//!
//! By an integer N every tile is a run of N consecutive elements, so the complement needs no
//! sorting:
//!
//! ```text
//! logical_divide 24:2 by 4           =  (4,6):(2,8)                 (run, from run to run)
//! logical_divide (8,16):(16,1) by 4  =  (4,(2,16)):(16,(64,1))
//! ```
//!
//! A single mode needs no composition: it is unbounded, and every walk over it takes steps of its
//! stride.

use crate::algebra::algebra_reasons::LogicalDivide;
use crate::integer::total::{ceil_div, mul};
use crate::integer::*;
use crate::layout::{Algebra, Layout, Steps, Strided, strided};
use crate::number::*;
use crate::run_time::{Faults, Ignored};
use crate::tuple::checked_size;
use crate::tuple::*;
use zellige_macros::total;

/// Division by the layout D: composition with (D, D*), where D* is the covering complement of D in
/// the size of L.
macro_rules! by_composition {
    ($x:ident: $D:ty = $d:expr) => {
        type Divide<L: Layout> = L::ComposeAs<
            LogicalDivide,
            <$D as Steps>::Pair<<$D as Steps>::ComplementBy<OfRest, L::Size>>,
        >;
        type Tiles<L: Layout> = <Self::Divide<L> as Steps>::Head;
        type Rests<L: Layout> = <<Self::Divide<L> as Steps>::Tail as Steps>::Head;
        #[inline(always)]
        fn divide<L: Layout>(self, l: L, faults: impl Faults) -> Self::Divide<L> {
            let $x = self;
            checked_size::product(l.shape(), "logical_divide(A, B)", faults);
            let rest = $d.complement_by::<OfRest, _>(l.size_modulo(), faults);
            l.compose_as::<LogicalDivide, _>($d.pair(rest), faults)
        }
        #[inline(always)]
        fn tiles<L: Layout>(self, l: L, faults: impl Faults) -> Self::Tiles<L> {
            self.divide(l, faults).head()
        }
        #[inline(always)]
        fn rests<L: Layout>(self, l: L, faults: impl Faults) -> Self::Rests<L> {
            self.divide(l, faults).tail().head()
        }
    };
}
/// Division by a static number larger than 1: into runs.
macro_rules! into_runs {
    ($x:ident: $D:ty = $d:expr) => {
        type Divide<L: Layout> = L::Runs<Self>;
        type Tiles<L: Layout> = L::Run<Self>;
        type Rests<L: Layout> = L::ByRuns<Self>;
        #[inline(always)]
        fn divide<L: Layout>(self, l: L, faults: impl Faults) -> Self::Divide<L> {
            l.runs(self, faults)
        }
        #[inline(always)]
        fn tiles<L: Layout>(self, l: L, faults: impl Faults) -> Self::Tiles<L> {
            l.run(self, faults)
        }
        #[inline(always)]
        fn rests<L: Layout>(self, l: L, faults: impl Faults) -> Self::Rests<L> {
            l.by_runs(self, faults)
        }
    };
}
pub(super) use {by_composition, into_runs};

/// The runs of `n` elements of the layout `s:d`, and the step from run to run.
#[total]
pub fn runs(s: IntTuple, d: IntTuple, n: Positive, faults: impl Faults) -> Layout {
    check(s, d, n, faults);
    let ignored: impl Faults = Ignored;
    if !is_mode(s) {
        runs_of_modes(s, d, n, ignored)
    } else if s.is_refused() {
        strided(s, d) // a refused result is the only result
    } else {
        Steps::pair(run(s, d, n, ignored), by_runs(s, d, n, ignored))
    }
}
/// The first run of `n` elements of the layout `s:d`.
#[total]
pub fn run(s: IntTuple, d: IntTuple, n: Positive, faults: impl Faults) -> Layout {
    check(s, d, n, faults);
    let ignored: impl Faults = Ignored;
    if is_mode(s) { strided(n, d.leaf()) } else { Steps::head(runs_of_modes(s, d, n, ignored)) }
}
/// The step from run to run of `n` elements of the layout `s:d`.
#[total]
pub fn by_runs(s: IntTuple, d: IntTuple, n: Positive, faults: impl Faults) -> Layout {
    check(s, d, n, faults);
    let ignored: impl Faults = Ignored;
    if is_mode(s) {
        by_runs_of_mode(s.leaf(), d.leaf(), n)
    } else {
        Steps::head(Steps::tail(runs_of_modes(s, d, n, ignored)))
    }
}
/// True if a layout of the shape `s` is a single mode.
#[total(types)]
fn is_mode(s: IntTuple) -> Bool {
    Kind::is_leaf(s.kind())
}

/// The step from run to run of the mode `s:d`.
#[total]
fn by_runs_of_mode(s: Integer, d: Integer, n: Positive) -> Layout {
    let count: Integer = ceil_div(s, n);
    if count.is_one() { strided(1, 0) } else { strided(count, mul(n, d)) }
}
/// (run, from run to run) of the layout `s:d`, by composition with those of its index, the mode
/// `m:1`.
#[total]
fn runs_of_modes(s: IntTuple, d: IntTuple, n: Positive, faults: impl Faults) -> Layout {
    let pair: Layout = Steps::pair(strided(n, 1), by_runs_of_mode(s.elements(), 1, n));
    Algebra::compose_as::<LogicalDivide>(strided(s, d), pair, faults)
}
/// Reports what composition finds wrong with the run-time integers.
#[inline(always)]
fn check<S: IntTuple, D: IntTuple, N: Positive>(s: S, d: D, n: N, faults: impl Faults) {
    checked_size::product(s, "logical_divide(A, B)", faults);
    if const { S::HAS_RUN_TIME || D::HAS_RUN_TIME } {
        runs_of_modes(s, d, n, faults);
    }
}
