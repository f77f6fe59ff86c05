//! Division into runs: a layout cut into pieces of N elements, one after the other.
//!
//! ```text
//! logical_divide 24:2 by 4           =  (4,6):(2,8)                 (run, from run to run)
//! logical_divide (8,16):(16,1) by 4  =  (4,(2,16)):(16,(64,1))
//! ```
//!
//! By an integer every tile is a run, so the complement needs no sorting, and a single mode needs no composition: it has
//! no end, and every walk over it takes steps of its stride.

use crate::algebra::reasons::LogicalDivide;
use crate::cases::cases;
use crate::integer::total::{ceil_div, mul};
use crate::integer::*;
use crate::layout::Steps;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::run_time::{Faults, Ignored};
use crate::tuple::measure::Product;
use crate::tuple::size;
use crate::tuple::*;

/// The runs of N elements of the layout S:D, and from run to run.
pub type Runs<S, D, N> = <<S as IntTuple>::Kind as RunsOf>::Out<S, D, N>;
/// The runs of `n` elements of the layout `s:d`, and from run to run.
#[inline(always)]
pub fn runs<S: IntTuple, D: IntTuple, N: Positive>(
    s: S,
    d: D,
    n: N,
    faults: impl Faults,
) -> Runs<S, D, N> {
    check(s, d, n, faults);
    <S::Kind as RunsOf>::go(s, d, n)
}
cases! {
    /// True if the layout S:D is a single mode.
    RunsOf[S: IntTuple, D: IntTuple, N: Positive](s: S, d: D, n: N) -> Layout {
        Leaf => <S::IsRefused as RunsOfMode>::Out<S, D, N> = <S::IsRefused as RunsOfMode>::go(s, d, n);
        Empty => RunsOfModes<S, D, N> = runs_of_modes(s, d, n, Ignored);
        Node => RunsOfModes<S, D, N> = runs_of_modes(s, d, n, Ignored);
    }
}

cases! {
    /// True if the mode S:D is a refused result. Then that is all there is of it.
    RunsOfMode[S: IntTuple, D: IntTuple, N: Positive](s: S, d: D, n: N) -> Layout {
        B1 => Strided<S, D> = Strided::of(s, d);
        B0 => <Run<S, D, N> as Steps>::Pair<ByRuns<S, D, N>> = run(s, d, n, Ignored).pair(by_runs(s, d, n, Ignored));
    }
}

/// The first run of N elements of the layout S:D.
pub type Run<S, D, N> = <<S as IntTuple>::Kind as RunOf>::Out<S, D, N>;
/// The first run of `n` elements of the layout `s:d`.
#[inline(always)]
pub fn run<S: IntTuple, D: IntTuple, N: Positive>(
    s: S,
    d: D,
    n: N,
    faults: impl Faults,
) -> Run<S, D, N> {
    check(s, d, n, faults);
    <S::Kind as RunOf>::go(s, d, n)
}
cases! {
    /// True if the layout S:D is a single mode.
    RunOf[S: IntTuple, D: IntTuple, N: Positive](s: S, d: D, n: N) -> Layout {
        Leaf => Strided<N, D::Leaf> = Strided::of(n, d.leaf());
        Empty => <RunsOfModes<S, D, N> as Steps>::Head = runs_of_modes(s, d, n, Ignored).head();
        Node => <RunsOfModes<S, D, N> as Steps>::Head = runs_of_modes(s, d, n, Ignored).head();
    }
}

/// From run to run of N elements of the layout S:D.
pub type ByRuns<S, D, N> = <<S as IntTuple>::Kind as ByRunsOf>::Out<S, D, N>;
/// From run to run of `n` elements of the layout `s:d`.
#[inline(always)]
pub fn by_runs<S: IntTuple, D: IntTuple, N: Positive>(
    s: S,
    d: D,
    n: N,
    faults: impl Faults,
) -> ByRuns<S, D, N> {
    check(s, d, n, faults);
    <S::Kind as ByRunsOf>::go(s, d, n)
}
cases! {
    /// True if the layout S:D is a single mode.
    ByRunsOf[S: IntTuple, D: IntTuple, N: Positive](s: S, d: D, n: N) -> Layout {
        Leaf => ByRunsOfMode<S::Leaf, D::Leaf, N> = by_runs_of_mode(s.leaf(), d.leaf(), n);
        Empty => <<RunsOfModes<S, D, N> as Steps>::Tail as Steps>::Head = runs_of_modes(s, d, n, Ignored).tail().head();
        Node => <<RunsOfModes<S, D, N> as Steps>::Tail as Steps>::Head = runs_of_modes(s, d, n, Ignored).tail().head();
    }
}
/// From run to run of the mode S:D.
type ByRunsOfMode<S, D, N> =
    <<CeilDiv<S, N> as Integer>::IsOne as OneRun>::Out<CeilDiv<S, N>, D, N>;
#[inline(always)]
fn by_runs_of_mode<S: Integer, D: Integer, N: Positive>(s: S, d: D, n: N) -> ByRunsOfMode<S, D, N> {
    <<CeilDiv<S, N> as Integer>::IsOne as OneRun>::go(ceil_div(s, n), d, n)
}
cases! {
    /// True if there is only one run, of a mode of stride D.
    OneRun[Runs: Integer, D: Integer, N: Positive](runs: Runs, d: D, n: N) -> Layout {
        B1 => Strided<N1, UTerm> = Strided::of(N1::UNIT, UTerm);
        B0 => Strided<Runs, Mul<N, D>> = Strided::of(runs, mul(n, d));
    }
}

/// (run, from run to run) of the layout S:D, by composition with those of the mode M:1 that its index is.
type RunsOfModes<S, D, N> = <Strided<S, D> as Steps>::ComposeAs<
    LogicalDivide,
    <Strided<N, N1> as Steps>::Pair<ByRunsOfMode<Product<S>, N1, N>>,
>;
#[inline(always)]
fn runs_of_modes<S: IntTuple, D: IntTuple, N: Positive>(
    s: S,
    d: D,
    n: N,
    faults: impl Faults,
) -> RunsOfModes<S, D, N> {
    let pair = Strided::of(n, N1::UNIT).pair(by_runs_of_mode(s.elements(), N1::UNIT, n));
    Strided::of(s, d).compose_as::<LogicalDivide, _>(pair, faults)
}
/// Finds what composition finds wrong with the run-time integers.
#[inline(always)]
fn check<S: IntTuple, D: IntTuple, N: Positive>(s: S, d: D, n: N, faults: impl Faults) {
    size::product(s, "logical_divide(A, B)", faults);
    if const { !(S::IS_STATIC && D::IS_STATIC) } {
        runs_of_modes(s, d, n, faults);
    }
}
