//! Arithmetic on tuples: inner product, division of shapes.

use crate::cases::cases;
use crate::integer::CeilDiv as CeilDivInteger;
use crate::profile::AnyForm;
use crate::profile::SameForm;
use crate::refusal::Refused;
use crate::run_time::{Faults, demand, size};
use crate::tuple::compare::Congruent;
use crate::tuple::measure::*;
use crate::tuple::reasons::{NotCongruent, NotDivisible};
use crate::tuple::*;

cases! {
    /// The sum of the products of integers that correspond, A and B being congruent.
    InnerProductOf[A: IntTuple, B: IntTuple](a: A, b: B) -> Integer {
        Leaf => Mul<A::Leaf, B::Leaf> = mul(a.leaf(), b.leaf());
        Empty => UTerm = UTerm;
        Node => Add<Products<A::Head, B::Head>, Products<A::Tail, B::Tail>>
            = add(products(a.head(), b.head()), products(a.tail(), b.tail()));
    }
}
type Products<A, B> = <<A as IntTuple>::Kind as InnerProductOf>::Out<A, B>;
#[inline(always)]
fn products<A: IntTuple, B: IntTuple>(a: A, b: B) -> Products<A, B> {
    <A::Kind as InnerProductOf>::go(a, b)
}
/// The sum of the products of integers that correspond. CuTe: `inner_product`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::InnerProduct};
/// assert_type_eq_all!(InnerProduct<shape!((2, (3, 5))), shape!((1, (10, 100)))>, int!(532));
/// ```
pub type InnerProduct<A, B> = <<Congruent<A, B> as Ternary>::Out<
    Products<A, B>,
    Refused<NotCongruent<A, B>, AnyForm>,
> as IntTuple>::Leaf;

/// The sum of the products of integers that correspond: 1 * 20 + 2 * 5 + 3 * 1 = 33. CuTe:
/// `inner_product`. Tuples of different forms do not compile.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::inner_product};
/// assert_eq!(inner_product((1u32, 2u32, 3u32), shape!((20, 5, 1))), 33);
/// ```
#[inline(always)]
pub fn inner_product<A: IntTuple, B: IntTuple<Profile: SameForm<A::Profile>>>(
    a: A,
    b: B,
) -> Products<A, B> {
    products(a, b)
}

cases! {
    /// A divided by B, rounded up, by what A is.
    CeilDivBy[A: IntTuple, B: IntTuple](a: A, b: B) -> IntTuple {
        Leaf => CeilDivInteger<A::Leaf, Product<B>> = crate::integer::ceil_div(a.leaf(), b.elements());
        Empty => <B::Kind as CeilDivAll>::Out<A, B> = <B::Kind as CeilDivAll>::go(a, b);
        Node => <B::Kind as CeilDivTuple>::Out<A, B> = <B::Kind as CeilDivTuple>::go(a, b);
    }
}
cases! {
    /// No mode is left of A: is something left of B?
    CeilDivAll[A: IntTuple, B: IntTuple](a: A, b: B) -> IntTuple {
        Leaf => () = ();
        Empty => () = ();
        Node => Refused<NotCongruent<A, B>, AnyForm> = Refused::UNIT;
    }
}
cases! {
    /// A tuple divided by an integer (which its first modes use up), or mode by mode.
    CeilDivTuple[A: IntTuple, B: IntTuple](a: A, b: B) -> IntTuple {
        Leaf => <CeilDiv<A::Tail, CeilDivInteger<B::Leaf, Product<A::Head>>> as IntTuple>::Prepend<CeilDiv<A::Head, B::Leaf>>
            = ceil_div(a.tail(), crate::integer::ceil_div(b.leaf(), a.head().elements())).prepend_mode(ceil_div(a.head(), b.leaf()));
        Empty => A = a;
        Node => <CeilDiv<A::Tail, B::Tail> as IntTuple>::Prepend<CeilDiv<A::Head, B::Head>>
            = ceil_div(a.tail(), b.tail()).prepend_mode(ceil_div(a.head(), b.head()));
    }
}
/// A divided by B, rounded up. CuTe: `ceil_div`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::CeilDiv};
/// assert_type_eq_all!(CeilDiv<shape!((100, 64)), shape!((8, 16))>, shape!((13, 4)));
/// ```
pub type CeilDiv<A, B> = <<A as IntTuple>::Kind as CeilDivBy>::Out<A, B>;

/// `a` divided by `b`, rounded up: how many tiles of shape `b` cover the shape `a`. Tuples divide
/// mode by mode (`b` may have fewer modes); an integer divides the first modes of a tuple first.
/// CuTe: `ceil_div`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::ceil_div};
/// assert_eq!(ceil_div((1000u32, 64u32), shape!((128, 64))), (8, 1));
/// let rest: shape!((1, 1, 3)) = ceil_div(shape!((4, 5, 6)), int!(40));
/// # let _ = rest;
/// ```
#[inline(always)]
pub fn ceil_div<A: IntTuple, B: IntTuple>(a: A, b: B) -> CeilDiv<A, B> {
    <A::Kind as CeilDivBy>::go(a, b)
}

cases! {
    /// A divided by B where one divides the other, by what A is.
    ShapeDivBy[A: IntTuple, B: IntTuple](a: A, b: B, faults: impl Faults) -> IntTuple {
        Leaf => ShapeDivLeaf<A::Leaf, Product<B>> = shape_div_leaf(a.leaf(), b.elements(), faults);
        Empty => <B::Kind as ShapeDivRest>::Out<A, B> = <B::Kind as ShapeDivRest>::go(a, b);
        Node => <B::Kind as ShapeDivTuple>::Out<A, B> = <B::Kind as ShapeDivTuple>::go(a, b, faults);
    }
}
cases! {
    /// No mode is left of A: is something left of B?
    ShapeDivRest[A: IntTuple, B: IntTuple](a: A, b: B) -> IntTuple {
        Leaf => () = ();
        Empty => () = ();
        Node => Refused<NotCongruent<A, B>, AnyForm> = Refused::UNIT;
    }
}
cases! {
    /// A tuple divided by an integer (which its first modes use up), or mode by mode.
    ShapeDivTuple[A: IntTuple, B: IntTuple](a: A, b: B, faults: impl Faults) -> IntTuple {
        Leaf => <ShapeDiv<A::Tail, ShapeDivLeaf<B::Leaf, Product<A::Head>>> as IntTuple>::Prepend<ShapeDiv<A::Head, B::Leaf>>
            = divided(a.tail(), shape_div_leaf(b.leaf(), a.head().elements(), faults), faults).prepend_mode(divided(a.head(), b.leaf(), faults));
        Empty => Refused<NotCongruent<A, B>, AnyForm> = Refused::UNIT;
        Node => <ShapeDiv<A::Tail, B::Tail> as IntTuple>::Prepend<ShapeDiv<A::Head, B::Head>>
            = divided(a.tail(), b.tail(), faults).prepend_mode(divided(a.head(), b.head(), faults));
    }
}
/// One of the two divides the other, as far as known.
type Divisible<A, B> =
    <<A as Integer>::Ask<IsMultiple, B> as Bool>::Or<<B as Integer>::Ask<IsMultiple, A>>;
/// A / B rounded up, for integers of which one divides the other.
type ShapeDivLeaf<A, B> = <Divisible<A, B> as DividesExtent>::Out<A, B>;
#[inline(always)]
fn shape_div_leaf<A: Integer, B: Integer>(a: A, b: B, faults: impl Faults) -> ShapeDivLeaf<A, B> {
    if const { <Divisible<A, B> as Bool>::VALUE && (A::IS_RUN_TIME || B::IS_RUN_TIME) } {
        faults.find(|| size::divisible_fault(a.projected() as u64, b.projected() as u64));
    }
    <Divisible<A, B> as DividesExtent>::go(a, b)
}
cases! {
    /// True if one divides the other.
    DividesExtent[A: Integer, B: Integer](a: A, b: B) -> Integer {
        B1 => CeilDivInteger<A, B> = total::ceil_div(a, b);
        B0 => Refused<NotDivisible<A, B>> = Refused::UNIT;
    }
}
/// A divided by B, where one divides the other everywhere. CuTe: `shape_div`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::ShapeDiv};
/// assert_type_eq_all!(ShapeDiv<shape!((6, 4)), int!(12)>, shape!((1, 2)));
/// ```
pub type ShapeDiv<A, B> = <<A as IntTuple>::Kind as ShapeDivBy>::Out<A, B>;

/// `a` divided by `b`, rounded up, where one divides the other: 8 / 2 = 4, 2 / 8 = 1. Tuples divide
/// mode by mode; an integer divides the first modes of a tuple first. CuTe: `shape_div`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::shape_div};
/// let q: shape!((1, 1, 3)) = shape_div(shape!((4, 5, 6)), int!(40));
/// assert_eq!(shape_div((128u32, int!(64)), shape!((32, 64))).0, 4);
/// # let _ = q;
/// ```
///
/// `shape_div(6, 4)` is refused: `shape_div: neither of 6 and 4 divides the other`. Run-time integers panic with that
/// sentence.
#[inline(always)]
#[track_caller]
pub fn shape_div<A: IntTuple, B: IntTuple>(a: A, b: B) -> ShapeDiv<A, B> {
    const {
        if let Some(refusal) = <ShapeDiv<A, B>>::REFUSAL {
            refusal.raise()
        }
    }
    demand!(A, |faults| divided(a, b, faults))
}
#[inline(always)]
fn divided<A: IntTuple, B: IntTuple>(a: A, b: B, faults: impl Faults) -> ShapeDiv<A, B> {
    <A::Kind as ShapeDivBy>::go(a, b, faults)
}

cases! {
    /// A rounded up to a multiple of B, mode by mode; B may have fewer modes.
    RoundUpTo[A: IntTuple, B: IntTuple](a: A, b: B) -> IntTuple {
        Leaf => Mul<CeilDivInteger<A::Leaf, B::Leaf>, B::Leaf> = mul(crate::integer::ceil_div(a.leaf(), b.leaf()), b.leaf());
        Empty => <B::IsEmpty as Ternary>::Out<(), Refused<NotCongruent<A, B>, AnyForm>> = <B::IsEmpty as Ternary>::go((), Refused::UNIT);
        Node => <B::IsEmpty as NoFurtherMultiple>::Out<A, B> = <B::IsEmpty as NoFurtherMultiple>::go(a, b);
    }
}
cases! {
    /// True if no multiple is left for the modes of A.
    NoFurtherMultiple[A: IntTuple, B: IntTuple](a: A, b: B) -> IntTuple {
        B1 => A = a;
        B0 => <RoundUp<A::Tail, B::Tail> as IntTuple>::Prepend<RoundUp<A::Head, B::Head>>
            = round_up(a.tail(), b.tail()).prepend_mode(round_up(a.head(), b.head()));
    }
}
/// A rounded up to a multiple of B. CuTe: `round_up`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::RoundUp};
/// assert_type_eq_all!(RoundUp<shape!((100, 64)), shape!((8, 16))>, shape!((104, 64)));
/// ```
pub type RoundUp<A, B> = <<A as IntTuple>::Kind as RoundUpTo>::Out<A, B>;

/// `a` rounded up to a multiple of `b`, mode by mode: the shape that whole tiles of shape `b` cover.
/// CuTe: `round_up`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::round_up};
/// assert_eq!(round_up((100u32, 64u32), shape!((32, 64))), (128, 64));
/// ```
#[inline(always)]
pub fn round_up<A: IntTuple, B: IntTuple>(a: A, b: B) -> RoundUp<A, B> {
    <A::Kind as RoundUpTo>::go(a, b)
}

cases! {
    /// A times B, mode by mode; an integer of A takes the product of what it stands for in B.
    ScaleBy[A: IntTuple, B: IntTuple](a: A, b: B) -> IntTuple {
        Leaf => Mul<A::Leaf, Product<B>> = mul(a.leaf(), b.elements());
        Empty => <B::IsEmpty as Ternary>::Out<(), Refused<NotCongruent<A, B>, AnyForm>> = <B::IsEmpty as Ternary>::go((), Refused::UNIT);
        Node => <ElemScale<A::Tail, B::Tail> as IntTuple>::Prepend<ElemScale<A::Head, B::Head>>
            = elem_scale(a.tail(), b.tail()).prepend_mode(elem_scale(a.head(), b.head()));
    }
}
/// A times B, mode by mode. CuTe: `elem_scale`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::ElemScale};
/// assert_type_eq_all!(ElemScale<shape!((2, 3)), shape!((10, 100))>, shape!((20, 300)));
/// ```
pub type ElemScale<A, B> = <<A as IntTuple>::Kind as ScaleBy>::Out<A, B>;

/// `a` times `b`, mode by mode; an integer of `a` takes the product of what it stands for in `b`.
/// CuTe: `elem_scale`.
///
/// ```
/// use zellige::{prelude::*, tuple::arithmetic::elem_scale};
/// assert_eq!(elem_scale((1u32, 5u32, 8u32), shape!((1, (1, 5), 8))), (1, 25, 64));
/// ```
#[inline(always)]
pub fn elem_scale<A: IntTuple, B: IntTuple>(a: A, b: B) -> ElemScale<A, B> {
    <A::Kind as ScaleBy>::go(a, b)
}
