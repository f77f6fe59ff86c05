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
use crate::cases::cases;
use crate::integer::*;
use crate::layout::Layout;
use crate::number::*;
use crate::refusal::LogicalProduct;

/// size(A) * cosize(B)
type Target<A, B> = Mul<<A as Layout>::Size, <B as Layout>::Cosize>;
/// A*, by the rule K.
type Star<K, A, B> = <A as Layout>::ComplementBy<K, Target<A, B>>;
/// Does B certainly reach past the end of A*?
type Past<A, B> =
    <<B as Layout>::Cosize as Integer>::Ask<IsGtKnown, <Star<OfCopies, A, B> as Layout>::Size>;

/// The copies of A that B lays out: A* o B.
pub type Copies<A, B> = <Past<A, B> as ReachesPast>::Out<A, B>;
/// The copies of `a` that `b` lays out.
#[inline(always)]
pub fn copies<A: Layout, B: Layout>(a: A, b: B) -> Copies<A, B> {
    <Past<A, B> as ReachesPast>::go(a, b)
}
cases! {
    /// Does B reach past the end of A*?
    ReachesPast[A: Layout, B: Layout](a: A, b: B) -> Layout {
        B1 => <Star<OfCopiesPast, A, B> as Layout>::ComposeAs<LogicalProduct, B>
            = a.complement_by::<OfCopiesPast, _>(mul(a.size(), b.cosize())).compose_as::<LogicalProduct, _>(b);
        B0 => <Star<OfCopies, A, B> as Layout>::ComposeAs<LogicalProduct, B>
            = a.complement_by::<OfCopies, _>(mul(a.size(), b.cosize())).compose_as::<LogicalProduct, _>(b);
    }
}
