//! The longest vector that two layouts have in common: the number of elements that one access can
//! move.
//!
//! ```text
//! (8,4):(1,8) and (8,4):(1,16)  have 8:1 in common: 8 neighbours here are neighbours there, too
//! ```
//!
//! `A o right_inverse(B)` says where adjacent elements of B lie in A. As far as its first mode has
//! stride 1, they are also adjacent in A.

use crate::algebra::algebra_reasons::Composition;
use crate::integer::*;
use crate::layout::{Algebra, Steps};
use crate::layout::{Layout, Simplify, Strided, strided};
use crate::number::*;
use crate::run_time::Faults;
use crate::tuple::IntTuple;
use zellige_macros::total;

/// The layout of the indices of the longest common vector of `a` and `b`. CuTe:
/// `max_common_layout`.
#[total]
pub fn max_common_layout(a: Layout, b: Layout, faults: impl Faults) -> Layout {
    common_of(or_none(a, b), or_none(b, a), faults)
}
/// The layout `l`, or `0:1` if `l` or `other` has no elements. The longest common vector of `0:1`
/// with itself is `0:1`.
#[total]
fn or_none(l: Layout, other: Layout) -> Layout {
    if may_have_elements(l) && may_have_elements(other) { l } else { strided(0, 1) }
}
/// True if `l` has elements, as far as is known, or is refused.
#[total(types)]
fn may_have_elements(l: Layout) -> Bool {
    let shape: IntTuple = l.shape();
    shape.has_elements() || shape.is_refused()
}
/// The longest common vector of layouts that have elements, as far as is known, or are both `0:1`.
#[total]
fn common_of(a: Layout, b: Layout, faults: impl Faults) -> Layout {
    let neighbours: Layout = neighbours(a, b, faults);
    let shape: IntTuple = Layout::shape(neighbours);
    if shape.is_refused() { neighbours } else { common_vector(b, Steps::head(neighbours), faults) }
}
/// Adjacent elements of `b`, as they lie in `a`.
#[total]
fn neighbours(a: Layout, b: Layout, faults: impl Faults) -> Layout {
    Simplify::coalesce(a.compose_as::<Composition>(b.right_inverse_noting(faults), faults))
}
/// The indices in `b` of its adjacent elements `first`, as they lie in the other layout, if they
/// are also adjacent there.
#[total]
fn common_vector(b: Layout, first: Layout, faults: impl Faults) -> Layout {
    if is_vector(first) {
        Algebra::compose_as::<Composition>(b.right_inverse_noting(faults), first, faults)
    } else {
        strided(1, 0)
    }
}
/// True if the mode `l` has a static extent, and stride 1.
#[total(types)]
fn is_vector(l: Layout) -> Bool {
    let extent: Integer = IntTuple::leaf(l.shape());
    let stride: Integer = IntTuple::leaf(l.stride());
    extent.is_static() && stride.is_one()
}
