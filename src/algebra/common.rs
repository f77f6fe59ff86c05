//! The longest vector that two layouts have in common: how many elements one access can move.
//!
//! ```text
//! (8,4):(1,8) and (8,4):(1,16)  have 8:1 in common: 8 neighbours here are neighbours there, too
//! ```
//!
//! `A o right_inverse(B)` says where the neighbours of B lie in A. As far as its first mode has
//! stride 1, they are neighbours there, too.

use crate::algebra::reasons::Composition;
use crate::cases::cases;
use crate::integer::*;
use crate::layout::Algebra;
use crate::layout::Steps;
use crate::layout::{Layout, Simplify, Strided};
use crate::number::*;
use crate::run_time::Faults;
use crate::tuple::IntTuple;

/// The neighbours of B, as they lie in A.
type Neighbours<A, B> =
    <<A as Steps>::ComposeAs<Composition, <B as Algebra>::RightInverse> as Simplify>::Coalesce;
#[inline(always)]
fn neighbours<A: Layout, B: Layout>(a: A, b: B, faults: impl Faults) -> Neighbours<A, B> {
    a.compose_as::<Composition, _>(b.right_inverse_noting(faults), faults)
        .coalesce()
}
/// The first mode of L.
type First<L> = <L as Steps>::Head;
/// True if the first mode of L has a static extent, and stride 1.
type IsVector<L> =
    <<<<First<L> as Layout>::Shape as IntTuple>::Leaf as Integer>::IsStatic as Bool>::And<
        <<<First<L> as Layout>::Stride as IntTuple>::Leaf as Integer>::IsOne,
    >;

/// The layout of the indices of the longest common vector of A and B. CuTe: `max_common_layout`.
pub type MaxCommonLayout<A, B> =
    <<<Neighbours<A, B> as Layout>::Shape as IntTuple>::IsRefused as NoNeighbours>::Out<A, B>;
/// The layout of the indices of the longest common vector.
#[inline(always)]
pub fn max_common_layout<A: Layout, B: Layout>(
    a: A,
    b: B,
    faults: impl Faults,
) -> MaxCommonLayout<A, B> {
    <<<Neighbours<A, B> as Layout>::Shape as IntTuple>::IsRefused as NoNeighbours>::go(a, b, faults)
}
cases! {
    /// True if there is no layout of the neighbours.
    NoNeighbours[A: Layout, B: Layout](a: A, b: B, faults: impl Faults) -> Layout {
        B1 => Neighbours<A, B> = neighbours(a, b, faults);
        B0 => <IsVector<Neighbours<A, B>> as CommonVector>::Out<A, B> = <IsVector<Neighbours<A, B>> as CommonVector>::go(a, b, faults);
    }
}
cases! {
    /// True if the neighbours of B begin with a vector of A.
    CommonVector[A: Layout, B: Layout](a: A, b: B, faults: impl Faults) -> Layout {
        B1 => <B::RightInverse as Steps>::ComposeAs<Composition, First<Neighbours<A, B>>>
            = b.right_inverse_noting(faults).compose_as::<Composition, _>(neighbours(a, b, faults).head(), faults);
        B0 => Strided<N1, UTerm> = Strided::of(N1::UNIT, UTerm);
    }
}
