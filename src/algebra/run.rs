//! Division into runs: a layout cut into consecutive pieces of N elements.
//!
//! ```text
//! logical_divide 24:2 by 4           =  (4,6):(2,8)                 (run, from run to run)
//! logical_divide (8,16):(16,1) by 4  =  (4,(2,16)):(16,(64,1))
//! ```
//!
//! In a division by an integer every tile is a run, so the complement needs no sorting. A single
//! mode needs no composition: it is unbounded, and every walk over it takes steps of its stride.

use crate::algebra::reasons::LogicalDivide;
use crate::integer::total::{ceil_div, mul};
use crate::integer::*;
use crate::layout::Steps;
use crate::layout::{Layout, Strided, strided};
use crate::number::*;
use crate::run_time::{Faults, Ignored};
use crate::tuple::size;
use crate::tuple::*;
use zellige_macros::total;

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
    if is_mode(s) {
        strided(n, d.leaf())
    } else {
        Steps::head(runs_of_modes(s, d, n, ignored))
    }
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
    if count.is_one() {
        strided(1, 0)
    } else {
        strided(count, mul(n, d))
    }
}
/// (run, from run to run) of the layout `s:d`, by composition with those of its index, the mode
/// `m:1`.
#[total]
fn runs_of_modes(s: IntTuple, d: IntTuple, n: Positive, faults: impl Faults) -> Layout {
    let pair: Layout = Steps::pair(strided(n, 1), by_runs_of_mode(s.elements(), 1, n));
    Steps::compose_as::<LogicalDivide>(strided(s, d), pair, faults)
}
/// Reports what composition finds wrong with the run-time integers.
#[inline(always)]
fn check<S: IntTuple, D: IntTuple, N: Positive>(s: S, d: D, n: N, faults: impl Faults) {
    size::product(s, "logical_divide(A, B)", faults);
    if const { S::HAS_RUN_TIME || D::HAS_RUN_TIME } {
        runs_of_modes(s, d, n, faults);
    }
}
