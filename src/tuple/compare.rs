//! Comparing tuples: congruent, weakly congruent, compatible, element-wise less, evenly divided.
//!
//! The first three are partial orders of shapes, by the coordinates that they share. *Congruent*
//! shapes have the same nesting. A is *weakly congruent* with B if B only nests further, so that B
//! accepts every coordinate of the nesting of A. A is *compatible* with B if in addition each
//! integer of A is the product of the corresponding part of B, so that B accepts every coordinate
//! of A.

pub use crate::algebra::evenly_divides::{EvenlyDivides, evenly_divides};

use crate::profile::SameProfile;
use crate::tuple::*;
use zellige_macros::total;

/// True if `s` is an integer.
#[total(types)]
fn is_leaf(s: IntTuple) -> Bool {
    s.kind().is_leaf()
}
/// True if `s` is a tuple with a first mode.
#[total(types)]
pub(crate) fn is_node(s: IntTuple) -> Bool {
    s.kind().is_node()
}
/// The truth value C as a static integer, 0 or 1.
#[total]
fn bit<C: Bool>() -> Nat {
    C::number()
}

/// True if `a` and `b` have the same nesting, as `(8,(4,4))` and `(1,(8,32))` have. CuTe:
/// `congruent`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::{Congruent, congruent}, typenum::{B0, B1}};
/// assert_type_eq_all!(Congruent<shape!((8, (4, 4))), shape!((1, (8, 32)))>, B1);
/// assert_type_eq_all!(Congruent<shape!((8, 16)), shape!((1, (8, 32)))>, B0);
/// assert!(congruent(shape!((8, (4, 4))), (1u32, (8u32, 32u32))));
/// ```
#[doc(alias = "is_congruent")]
#[total]
pub fn congruent(a: IntTuple, b: IntTuple) -> Bool {
    match a.kind() {
        Leaf => is_leaf(b),
        Empty => b.is_empty(),
        Node => is_node(b) && (congruent(a.head(), b.head()) && congruent(a.tail(), b.tail())),
    }
}

/// True if `b` has the nesting of `a`, or a finer nesting, such as `(1,(8,32))` for `(8,4)`. CuTe:
/// `weakly_congruent`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::{WeaklyCongruent, weakly_congruent}, typenum::{B0, B1}};
/// assert_type_eq_all!(WeaklyCongruent<shape!((8, 16)), shape!((1, (8, 32)))>, B1);
/// assert_type_eq_all!(WeaklyCongruent<shape!((1, (8, 32))), shape!((8, 16))>, B0);
/// assert!(weakly_congruent(shape!((8, 16)), (8u32, (4u32, 4u32))));
/// ```
#[doc(alias = "is_weakly_congruent")]
#[total]
pub fn weakly_congruent(a: IntTuple, b: IntTuple) -> Bool {
    match a.kind() {
        Leaf => B1,
        Empty => b.is_empty(),
        Node => {
            is_node(b)
                && (weakly_congruent(a.head(), b.head()) && weakly_congruent(a.tail(), b.tail()))
        }
    }
}

/// 1 if `b` refines `a`, 0 if not; dynamic if that depends on a run-time integer.
#[total]
fn is_compatible(a: IntTuple, b: IntTuple) -> Integer {
    match a.kind() {
        Leaf => same_bit(a.leaf(), b.elements()),
        Empty => bit::<B::IsEmpty>(),
        Node => mul(
            bit::<IsNode<B>>(),
            mul(is_compatible(a.head(), b.head()), is_compatible(a.tail(), b.tail())),
        ),
    }
}
/// Whether each integer of A is the product of the corresponding part of B, as far as they are
/// known: `24` and `(4,6)`, `(4,6)` and `((2,2),6)`. CuTe: `compatible`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::Compatible, typenum::{B0, B1}};
/// assert_type_eq_all!(Compatible<shape!((4, 6)), shape!(((2, 2), 6))>, B1);
/// assert_type_eq_all!(Compatible<shape!((4, 6)), shape!(((2, 3), 6))>, B0);
/// ```
pub type Compatible<A, B> = <IsCompatible<A, B> as Integer>::IsOne;

/// Returns whether each integer of `a` is the product of the corresponding part of `b`. This is a
/// partial order: every coordinate of `a` is then a coordinate of `b`. CuTe: `compatible`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::compatible};
/// assert!(compatible(shape!((4, 6)), shape!(((2, 2), 6))));
/// assert!(!compatible(shape!((4, 6)), shape!(((2, 3), 6))));
/// assert!(compatible(24u32, shape!((4, 6))));
/// ```
#[inline(always)]
pub fn compatible<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool {
    is_compatible(a, b).usize() != 0
}

/// 1 if every integer of `a` is below that of `b`, 0 if not; dynamic if that depends on a run-time
/// integer.
#[total]
fn is_elem_less(a: IntTuple, b: IntTuple) -> Integer {
    match a.kind() {
        Leaf => mul(bit::<IsLeaf<B>>(), less_bit(a.leaf(), b.leaf())),
        Empty => 1,
        Node => mul(
            bit::<IsNode<B>>(),
            mul(is_elem_less(a.head(), b.head()), is_elem_less(a.tail(), b.tail())),
        ),
    }
}
/// True if every integer of A is known to be below that of B. CuTe: `elem_less`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::ElemLess, typenum::{B0, B1}};
/// assert_type_eq_all!(ElemLess<coord!((7, 3)), shape!((8, 4))>, B1);
/// assert_type_eq_all!(ElemLess<coord!((7, 4)), shape!((8, 4))>, B0);
/// ```
pub type ElemLess<A, B> = <IsElemLess<A, B> as Integer>::IsOne;

/// Returns whether every integer of `a` is below that of `b`, that is, whether the coordinate `a`
/// is inside the shape `b`. CuTe: `elem_less`, the predicate of a tile that hangs over the edge.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::elem_less};
/// let shape = (100u32, int!(64));
/// assert!(elem_less((99u32, 63u32), shape));
/// assert!(!elem_less((99u32, 64u32), shape));
/// ```
#[doc(alias("elem_leq", "elem_gtr", "elem_geq"))]
#[inline(always)]
pub fn elem_less<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool {
    is_elem_less(a, b).usize() != 0
}

/// 1 if the coordinate `c` is inside the shape `s`, 0 if not; dynamic if that depends on a run-time
/// integer. An integer may represent any mode.
#[total]
fn is_inside(c: IntTuple, s: IntTuple) -> Integer {
    match c.kind() {
        Leaf => less_bit(c.leaf(), s.elements()),
        Empty => bit::<S::IsEmpty>(),
        Node => mul(
            bit::<IsNode<S>>(),
            mul(is_inside(c.head(), s.head()), is_inside(c.tail(), s.tail())),
        ),
    }
}
/// True if the coordinate C is known to be inside the shape S.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::Inside, typenum::{B0, B1}};
/// assert_type_eq_all!(Inside<coord!((2, 5)), shape!((3, (2, 3)))>, B1);
/// assert_type_eq_all!(Inside<coord!((2, 6)), shape!((3, (2, 3)))>, B0);
/// ```
pub type Inside<C, S> = <IsInside<C, S> as Integer>::IsOne;

/// Returns whether the coordinate `c` is inside the shape `s`, as [`elem_less`] does, but an
/// integer may represent any mode: 17 is inside `(3, (2, 3))`, and so is `(2, 5)`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::inside};
/// assert!(inside((2u32, 5u32), shape!((3, (2, 3)))));
/// assert!(!inside((2u32, 6u32), shape!((3, (2, 3)))));
/// assert!(inside(17u32, shape!((3, (2, 3)))) && !inside(18u32, shape!((3, (2, 3)))));
/// ```
#[inline(always)]
pub fn inside<C: IntTuple, S: IntTuple>(c: C, s: S) -> bool {
    is_inside(c, s).usize() != 0
}

/// 1 if the integers of `a` and `b` are the same, 0 if not.
#[total]
pub(crate) fn is_same(a: IntTuple, b: IntTuple) -> Integer {
    match a.kind() {
        Leaf => mul(bit::<IsLeaf<B>>(), same_bit(a.leaf(), b.leaf())),
        Empty => bit::<B::IsEmpty>(),
        Node => {
            mul(bit::<IsNode<B>>(), mul(is_same(a.head(), b.head()), is_same(a.tail(), b.tail())))
        }
    }
}
/// Returns whether the integers of two tuples of the same nesting are the same.
#[inline(always)]
pub(crate) fn same<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool {
    is_same(a, b).usize() != 0
}

/// 1 if `a` comes before `b`, 0 if not: the first mode that differs decides.
#[total]
fn is_lex_less(a: IntTuple, b: IntTuple) -> Integer {
    match a.kind() {
        Leaf => less_bit(a.leaf(), b.leaf()),
        Empty => 0,
        Node => max(
            is_lex_less(a.head(), b.head()),
            mul(is_same(a.head(), b.head()), is_lex_less(a.tail(), b.tail())),
        ),
    }
}
/// Returns whether `a` comes before `b`, with the first mode the most significant. CuTe:
/// `lex_less`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::lex_less};
/// assert!(lex_less((1u32, 5u32), (2u32, 0u32)));
/// ```
#[doc(alias("lex_leq", "lex_gtr", "lex_geq"))]
#[inline(always)]
pub fn lex_less<A: IntTuple, B: IntTuple<Profile: SameProfile<A::Profile>>>(a: A, b: B) -> bool {
    is_lex_less(a, b).usize() != 0
}
/// 1 if `a` comes before `b`, 0 if not: the last mode that differs decides.
#[total]
fn is_colex_less(a: IntTuple, b: IntTuple) -> Integer {
    match a.kind() {
        Leaf => less_bit(a.leaf(), b.leaf()),
        Empty => 0,
        Node => max(
            is_colex_less(a.tail(), b.tail()),
            mul(is_same(a.tail(), b.tail()), is_colex_less(a.head(), b.head())),
        ),
    }
}
/// Returns whether `a` comes before `b`, with the last mode the most significant, as in the order
/// of the indices. CuTe: `colex_less`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::colex_less};
/// assert!(colex_less((5u32, 1u32), (0u32, 2u32)));
/// ```
#[doc(alias("colex_leq", "colex_gtr", "colex_geq"))]
#[inline(always)]
pub fn colex_less<A: IntTuple, B: IntTuple<Profile: SameProfile<A::Profile>>>(a: A, b: B) -> bool {
    is_colex_less(a, b).usize() != 0
}
/// True if A comes before B, with the first mode the most significant. CuTe: `lex_less`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::LexLess, typenum::{B0, B1}};
/// assert_type_eq_all!(LexLess<coord!((1, 5)), coord!((2, 0))>, B1);
/// assert_type_eq_all!(LexLess<coord!((2, 0)), coord!((1, 5))>, B0);
/// ```
pub type LexLess<A, B> = <IsLexLess<A, B> as Integer>::IsOne;
/// True if A comes before B, with the last mode the most significant. CuTe: `colex_less`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::ColexLess, typenum::{B0, B1}};
/// assert_type_eq_all!(ColexLess<coord!((5, 1)), coord!((0, 2))>, B1);
/// assert_type_eq_all!(ColexLess<coord!((0, 2)), coord!((5, 1))>, B0);
/// ```
pub type ColexLess<A, B> = <IsColexLess<A, B> as Integer>::IsOne;
