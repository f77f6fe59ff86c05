//! Arithmetic on tuples: inner product, division of shapes.

use crate::integer;
use crate::profile::{ProfileOfRefused, SameProfile};
use crate::refusal::{Refused, refused};
use crate::run_time::{Faults, check_sizes, demand};
use crate::tuple::compare::{Congruent, IsNode};
use crate::tuple::tuple_reasons::{NotCongruent, NotDivisible};
use crate::tuple::*;
use zellige_macros::total;

/// The sum of the products of corresponding integers. CuTe: `inner_product`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::InnerProduct};
/// assert_type_eq_all!(InnerProduct<shape!((2, (3, 5))), shape!((1, (10, 100)))>, int!(532));
/// ```
pub type InnerProduct<A, B> = CongruentProducts<A, B>;
/// The sum of the products of corresponding integers, if `a` and `b` are congruent.
#[total(types)]
fn congruent_products(a: IntTuple, b: IntTuple) -> Integer {
    if congruent(a, b) { products(a, b) } else { refused::<NotCongruent<A, B>, usize>() }
}
/// The sum of the products of corresponding integers: 1 * 20 + 2 * 5 + 3 * 1 = 33. CuTe:
/// `inner_product`. Tuples of different profiles do not compile.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::inner_product};
/// assert_eq!(inner_product((1u32, 2u32, 3u32), shape!((20, 5, 1))), 33);
/// ```
#[inline(always)]
pub fn inner_product<A: IntTuple, B: IntTuple<Profile: SameProfile<A::Profile>>>(
    a: A,
    b: B,
) -> Products<A, B> {
    products(a, b)
}

/// The sum of the products of corresponding integers, for congruent `a` and `b`.
#[total]
fn products(a: IntTuple, b: IntTuple) -> Integer {
    match a.kind() {
        Leaf => mul(a.leaf(), b.leaf()),
        Empty => 0,
        Node => add(products(a.head(), b.head()), products(a.tail(), b.tail())),
    }
}

/// The tuple `a` divided by `b`, rounded up: how many tiles of shape `b` cover the shape `a`.
/// Tuples divide mode by mode (`b` may have fewer modes); an integer divides the first modes of a
/// tuple first. CuTe: `ceil_div`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::{CeilDiv, ceil_div}};
/// assert_type_eq_all!(CeilDiv<shape!((100, 64)), shape!((8, 16))>, shape!((13, 4)));
/// assert_eq!(ceil_div((1000u32, 64u32), shape!((128, 64))), (8, 1));
/// let rest: shape!((1, 1, 3)) = ceil_div(shape!((4, 5, 6)), int!(40));
/// # let _ = rest;
/// ```
#[total]
pub fn ceil_div(a: IntTuple, b: IntTuple) -> IntTuple {
    match a.kind() {
        Leaf => integer::ceil_div(a.leaf(), b.elements()),
        Empty => nothing_left(a, b),
        Node => match b.kind() {
            Leaf => {
                let left: Integer = integer::ceil_div(b.leaf(), a.head().elements());
                prepended(ceil_div(a.tail(), left), ceil_div(a.head(), b.leaf()))
            }
            Empty => a,
            Node => prepended(ceil_div(a.tail(), b.tail()), ceil_div(a.head(), b.head())),
        },
    }
}
/// The quotient of `a`, which has no modes, by `b`, which may be an integer but must not have modes
/// either.
#[total]
fn nothing_left(a: IntTuple, b: IntTuple) -> IntTuple {
    if is_node(b) { refused::<NotCongruent<A, B>, ProfileOfRefused>() } else { () }
}

/// A divided by B, if one divides the other everywhere. CuTe: `shape_div`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::ShapeDiv};
/// assert_type_eq_all!(ShapeDiv<shape!((6, 4)), int!(12)>, shape!((1, 2)));
/// ```
pub type ShapeDiv<A, B> = ShapeDivNoting<A, B>;

/// `a` divided by `b`, rounded up, if one divides the other: 8 / 2 = 4, 2 / 8 = 1. Tuples divide
/// mode by mode; an integer divides the first modes of a tuple first. CuTe: `shape_div`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::shape_div};
/// let q: shape!((1, 1, 3)) = shape_div(shape!((4, 5, 6)), int!(40));
/// assert_eq!(shape_div((128u32, int!(64)), shape!((32, 64))).0, 4);
/// # let _ = q;
/// ```
///
/// `shape_div(6, 4)` is refused: `shape_div: neither of 6 and 4 divides the other`. Run-time
/// integers panic with that message.
#[inline(always)]
#[track_caller]
pub fn shape_div<A: IntTuple, B: IntTuple>(a: A, b: B) -> ShapeDiv<A, B> {
    const {
        if let Some(refusal) = <ShapeDiv<A, B>>::REFUSAL {
            refusal.raise()
        }
    }
    demand!(A, |faults| shape_div_noting(a, b, faults))
}
/// The result of [`shape_div`]; errors of run-time integers are reported to `faults`.
#[total]
fn shape_div_noting(a: IntTuple, b: IntTuple, faults: impl Faults) -> IntTuple {
    match a.kind() {
        Leaf => shape_div_integers(a.leaf(), b.elements(), faults),
        Empty => nothing_left(a, b),
        Node => match b.kind() {
            Leaf => {
                let left: Integer = shape_div_integers(b.leaf(), a.head().elements(), faults);
                prepended(
                    shape_div_noting(a.tail(), left, faults),
                    shape_div_noting(a.head(), b.leaf(), faults),
                )
            }
            Empty => refused::<NotCongruent<A, B>, ProfileOfRefused>(),
            Node => prepended(
                shape_div_noting(a.tail(), b.tail(), faults),
                shape_div_noting(a.head(), b.head(), faults),
            ),
        },
    }
}
/// a / b rounded up, for integers where one divides the other.
#[total]
fn shape_div_integers(a: Integer, b: Integer, faults: impl Faults) -> Integer {
    if const { <OneDivides<A, B> as Bool>::VALUE && (A::IS_RUN_TIME || B::IS_RUN_TIME) } {
        faults.find(|| check_sizes::divisible_fault(a.projected() as u64, b.projected() as u64));
    }
    if one_divides(a, b) { total::ceil_div(a, b) } else { refused::<NotDivisible<A, B>, usize>() }
}
/// True if one of the two divides the other, as far as known.
#[total(types)]
fn one_divides(a: Integer, b: Integer) -> Bool {
    a.ask::<IsMultiple>(b) || b.ask::<IsMultiple>(a)
}

/// The tuple `a` rounded up to a multiple of `b`, mode by mode: the shape that whole tiles of shape
/// `b` cover. CuTe: `round_up`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::{RoundUp, round_up}};
/// assert_type_eq_all!(RoundUp<shape!((100, 64)), shape!((8, 16))>, shape!((104, 64)));
/// assert_eq!(round_up((100u32, 64u32), shape!((32, 64))), (128, 64));
/// ```
#[total]
pub fn round_up(a: IntTuple, b: IntTuple) -> IntTuple {
    match a.kind() {
        Leaf => mul(integer::ceil_div(a.leaf(), b.leaf()), b.leaf()),
        Empty => both_empty(a, b),
        Node => {
            if b.is_empty() {
                a
            } else {
                prepended(round_up(a.tail(), b.tail()), round_up(a.head(), b.head()))
            }
        }
    }
}

/// The tuple `a` times `b`, mode by mode; an integer of `a` is multiplied by the product of the
/// corresponding part of `b`. CuTe: `elem_scale`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::{ElemScale, elem_scale}};
/// assert_type_eq_all!(ElemScale<shape!((2, 3)), shape!((10, 100))>, shape!((20, 300)));
/// assert_eq!(elem_scale((1u32, 5u32, 8u32), shape!((1, (1, 5), 8))), (1, 25, 64));
/// ```
#[total]
pub fn elem_scale(a: IntTuple, b: IntTuple) -> IntTuple {
    match a.kind() {
        Leaf => mul(a.leaf(), b.elements()),
        Empty => both_empty(a, b),
        Node => prepended(elem_scale(a.tail(), b.tail()), elem_scale(a.head(), b.head())),
    }
}
