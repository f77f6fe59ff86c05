//! Product: copies of a layout, laid out by another.
//!
//! ```text
//! logical_product (2,2):(4,1) by 6:1  =  ((2,2),(2,3)):((4,1),(2,8))
//! ```
//!
//! `logical_product(A, B)` is `(A, A* o B)`, where A* is the sparse complement of A in
//! size(A) * cosize(B): copy j begins where the B(j)-th gap of A does. If B reaches past the end of
//! A*, the last mode of A* goes on behind A.

use super::complement::{OfCopies, OfCopiesPast};
use crate::algebra::reasons::LogicalProduct;
use crate::cases::cases;
use crate::integer::total::mul;
use crate::integer::*;
use crate::layout::Layout;
use crate::layout::Steps;
use crate::number::*;
use crate::run_time::size::target_fault;
use crate::run_time::{Faults, ModeList};
use crate::tuple::IntTuple;
use crate::tuple::size;

/// size(A) * C, where C is cosize(B).
type Target<A, C> = Mul<<A as Layout>::Size, C>;
/// A*, by the rule K.
type Star<K, A, C> = <A as Steps>::ComplementBy<K, Target<A, C>>;
/// True if B, of cosize C, certainly reaches past the end of A*.
type Past<A, C> = <C as Integer>::Ask<IsGtKnown, <Star<OfCopies, A, C> as Layout>::Size>;

/// The copies of A that B lays out: A* o B. C is cosize(B).
pub type Copies<A, B, C> = <Past<A, C> as ReachesPast>::Out<A, B, C>;
/// The copies of `a` that `b`, of cosize `c`, lays out.
#[inline(always)]
pub fn copies<A: Layout, B: Layout, C: Integer>(
    a: A,
    b: B,
    c: C,
    faults: impl Faults,
) -> Copies<A, B, C> {
    if const { !(A::Shape::IS_STATIC && B::ModeShape::IS_STATIC && B::Stride::IS_STATIC) } {
        faults.find(|| {
            let target = mul(a.size_modulo(), c).projected() as u64;
            target_fault(
                &size::extents(a.shape()),
                &ModeList::of(b.mode_shape(), b.mode_stride()),
                target,
            )
        });
    }
    <Past<A, C> as ReachesPast>::go(a, b, c, faults)
}
cases! {
    /// True if B reaches past the end of A*.
    ReachesPast[A: Layout, B: Layout, C: Integer](a: A, b: B, c: C, faults: impl Faults) -> Layout {
        B1 => <Star<OfCopiesPast, A, C> as Steps>::ComposeAs<LogicalProduct, B>
            = a.complement_by::<OfCopiesPast, _>(mul(a.size_modulo(), c), faults).compose_as::<LogicalProduct, _>(b, faults);
        B0 => <Star<OfCopies, A, C> as Steps>::ComposeAs<LogicalProduct, B>
            = a.complement_by::<OfCopies, _>(mul(a.size_modulo(), c), faults).compose_as::<LogicalProduct, _>(b, faults);
    }
}
