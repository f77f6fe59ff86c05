//! Product: copies of a layout, arranged by another layout.
//!
//! ```text
//! logical_product (2,2):(4,1) by 6:1  =  ((2,2),(2,3)):((4,1),(2,8))
//! ```
//!
//! `logical_product(A, B)` is `(A, A* o B)`, where A* is the sparse complement of A in size(A) *
//! cosize(B): copy j starts at the B(j)-th gap of A. If B reaches past the end of A*, the last mode
//! of A* continues after A.

use super::complement::{OfCopies, OfCopiesPast, Rule};
use crate::algebra::algebra_reasons::LogicalProduct;
use crate::integer::total::mul;
use crate::integer::*;
use crate::layout::Algebra;
use crate::layout::Layout;
use crate::number::*;
use crate::run_time::check_sizes::target_fault;
use crate::run_time::{Faults, ModeList};
use crate::tuple::IntTuple;
use crate::tuple::checked_size;
use zellige_macros::total;

/// The copies of `a`, arranged by `b`, of cosize `c`: A* o B.
#[total]
pub fn copies(a: Layout, b: Layout, c: Integer, faults: impl Faults) -> Layout {
    if const { A::Shape::HAS_RUN_TIME || B::ModeShape::HAS_RUN_TIME || B::Stride::HAS_RUN_TIME } {
        faults.find(|| {
            let target = mul(a.size_modulo(), c).projected() as u64;
            target_fault(
                &checked_size::extents(a.shape()),
                &ModeList::of(b.mode_shape(), b.mode_stride()),
                target,
            )
        });
    }
    if c.ask::<IsGtKnown>(Layout::size_modulo(gaps::<OfCopies>(a, c, faults))) {
        // B certainly reaches past the end of A*.
        Algebra::compose_as::<LogicalProduct>(gaps::<OfCopiesPast>(a, c, faults), b, faults)
    } else {
        Algebra::compose_as::<LogicalProduct>(gaps::<OfCopies>(a, c, faults), b, faults)
    }
}
/// A*, by the rule K: where copies of `a` may start.
#[total]
fn gaps<K: Rule>(a: Layout, c: Integer, faults: impl Faults) -> Layout {
    a.complement_by::<K>(mul(a.size_modulo(), c), faults)
}
