//! Comparing tuples: congruent, weakly congruent, compatible, element-wise less, evenly divided.
//!
//! The first three are partial orders of shapes, by what coordinates they share. *Congruent*
//! shapes have the same nesting. A is *weakly congruent* with B if B only nests further, so that B
//! takes every coordinate of the nesting of A. A is *compatible* with B if moreover each integer
//! of A is the product of what stands there in B, so that B takes every coordinate of A.

pub use crate::algebra::evenly::{EvenlyDivides, evenly_divides};

use crate::cases::cases;
use crate::profile::SameForm;
use crate::tuple::measure::*;
use crate::tuple::*;

/// True if B is an integer.
type IsLeaf<B> = <<B as IntTuple>::Kind as Kind>::IsLeaf;
/// True if B is a tuple with a first mode.
type IsNode<B> = <<B as IntTuple>::Kind as Kind>::IsNode;
/// X and Y.
type And<X, Y> = <X as Bool>::And<Y>;
/// A truth as the static integer 0 or 1.
type Bit<B> = <B as Bool>::Number;

cases! {
    /// True if A and B have the same nesting.
    CongruentWith[A: IntTuple, B: IntTuple] -> Bool {
        Leaf => IsLeaf<B>;
        Empty => B::IsEmpty;
        Node => And<IsNode<B>, And<Congruent<A::Head, B::Head>, Congruent<A::Tail, B::Tail>>>;
    }
}
/// True if A and B have the same nesting, as `(8,(4,4))` and `(1,(8,32))` have. CuTe: `congruent`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::Congruent, typenum::{B0, B1}};
/// assert_type_eq_all!(Congruent<shape!((8, (4, 4))), shape!((1, (8, 32)))>, B1);
/// assert_type_eq_all!(Congruent<shape!((8, 16)), shape!((1, (8, 32)))>, B0);
/// ```
pub type Congruent<A, B> = <<A as IntTuple>::Kind as CongruentWith>::Out<A, B>;

/// Returns true if `a` and `b` have the same nesting. CuTe: `congruent`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::congruent};
/// assert!(congruent(shape!((8, (4, 4))), (1u32, (8u32, 32u32))));
/// assert!(!congruent(shape!((8, (4, 4))), shape!((8, 16))));
/// ```
#[inline(always)]
pub const fn congruent<A: IntTuple, B: IntTuple>(_: A, _: B) -> bool {
    <Congruent<A, B> as Bool>::VALUE
}

cases! {
    /// The same nesting, up to integers of A?
    WeaklyCongruentWith[A: IntTuple, B: IntTuple] -> Bool {
        Leaf => B1;
        Empty => B::IsEmpty;
        Node => And<IsNode<B>, And<WeaklyCongruent<A::Head, B::Head>, WeaklyCongruent<A::Tail, B::Tail>>>;
    }
}
/// True if B has the nesting of A, or a finer one, as `(1,(8,32))` has of `(8,4)`. CuTe: `weakly_congruent`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::WeaklyCongruent, typenum::{B0, B1}};
/// assert_type_eq_all!(WeaklyCongruent<shape!((8, 16)), shape!((1, (8, 32)))>, B1);
/// assert_type_eq_all!(WeaklyCongruent<shape!((1, (8, 32))), shape!((8, 16))>, B0);
/// ```
pub type WeaklyCongruent<A, B> = <<A as IntTuple>::Kind as WeaklyCongruentWith>::Out<A, B>;

/// Returns true if `b` has the nesting of `a`, or a finer one. CuTe: `weakly_congruent`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::weakly_congruent};
/// assert!(weakly_congruent(shape!((8, 16)), shape!((8, (4, 4)))));
/// assert!(!weakly_congruent(shape!((8, (4, 4))), shape!((8, 16))));
/// ```
#[inline(always)]
pub const fn weakly_congruent<A: IntTuple, B: IntTuple>(_: A, _: B) -> bool {
    <WeaklyCongruent<A, B> as Bool>::VALUE
}

cases! {
    /// True if B is the shape A, refined.
    CompatibleWith[A: IntTuple, B: IntTuple](a: A, b: B) -> Integer {
        Leaf => SameBit<A::Leaf, Product<B>> = same_bit(a.leaf(), b.elements());
        Empty => Bit<B::IsEmpty> = Nat::UNIT;
        Node => Mul<Bit<IsNode<B>>, Mul<IsCompatible<A::Head, B::Head>, IsCompatible<A::Tail, B::Tail>>>
            = mul(<Bit<IsNode<B>>>::UNIT, mul(is_compatible(a.head(), b.head()), is_compatible(a.tail(), b.tail())));
    }
}
/// 1 if B refines A, 0 if not; dynamic if that takes a run-time integer.
type IsCompatible<A, B> = <<A as IntTuple>::Kind as CompatibleWith>::Out<A, B>;
#[inline(always)]
fn is_compatible<A: IntTuple, B: IntTuple>(a: A, b: B) -> IsCompatible<A, B> {
    <A::Kind as CompatibleWith>::go(a, b)
}
/// Is each integer of A the product of what stands there in B (as far as known)? `24` and `(4,6)`,
/// `(4,6)` and `((2,2),6)`. CuTe: `compatible`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::Compatible, typenum::{B0, B1}};
/// assert_type_eq_all!(Compatible<shape!((4, 6)), shape!(((2, 2), 6))>, B1);
/// assert_type_eq_all!(Compatible<shape!((4, 6)), shape!(((2, 3), 6))>, B0);
/// ```
pub type Compatible<A, B> = <IsCompatible<A, B> as Integer>::IsOne;

/// Is each integer of `a` the product of what stands there in `b`? A partial order: every
/// coordinate of `a` is then a coordinate of `b`. CuTe: `compatible`.
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

cases! {
    /// True if every integer of A is below that of B.
    ElemLessThan[A: IntTuple, B: IntTuple](a: A, b: B) -> Integer {
        Leaf => Mul<Bit<IsLeaf<B>>, LessBit<A::Leaf, B::Leaf>> = mul(<Bit<IsLeaf<B>>>::UNIT, less_bit(a.leaf(), b.leaf()));
        Empty => N1 = N1::UNIT;
        Node => Mul<Bit<IsNode<B>>, Mul<IsElemLess<A::Head, B::Head>, IsElemLess<A::Tail, B::Tail>>>
            = mul(<Bit<IsNode<B>>>::UNIT, mul(is_elem_less(a.head(), b.head()), is_elem_less(a.tail(), b.tail())));
    }
}
/// 1 if every integer of A is below that of B, 0 if not; dynamic if that takes a run-time integer.
type IsElemLess<A, B> = <<A as IntTuple>::Kind as ElemLessThan>::Out<A, B>;
#[inline(always)]
fn is_elem_less<A: IntTuple, B: IntTuple>(a: A, b: B) -> IsElemLess<A, B> {
    <A::Kind as ElemLessThan>::go(a, b)
}
/// True if every integer of A is known to be below that of B. CuTe: `elem_less`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::ElemLess, typenum::{B0, B1}};
/// assert_type_eq_all!(ElemLess<coord!((7, 3)), shape!((8, 4))>, B1);
/// assert_type_eq_all!(ElemLess<coord!((7, 4)), shape!((8, 4))>, B0);
/// ```
pub type ElemLess<A, B> = <IsElemLess<A, B> as Integer>::IsOne;

/// Is every integer of `a` below that of `b`: is the coordinate `a` inside the shape `b`?
/// CuTe: `elem_less`, the predicate of a tile that hangs over the edge.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::elem_less};
/// let shape = (100u32, int!(64));
/// assert!(elem_less((99u32, 63u32), shape));
/// assert!(!elem_less((99u32, 64u32), shape));
/// ```
#[inline(always)]
pub fn elem_less<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool {
    is_elem_less(a, b).usize() != 0
}

cases! {
    /// True if the coordinate C is inside the shape S. An integer may stand for any mode.
    InsideShape[C: IntTuple, S: IntTuple](c: C, s: S) -> Integer {
        Leaf => LessBit<C::Leaf, Product<S>> = less_bit(c.leaf(), s.elements());
        Empty => Bit<S::IsEmpty> = Nat::UNIT;
        Node => Mul<Bit<IsNode<S>>, Mul<IsInside<C::Head, S::Head>, IsInside<C::Tail, S::Tail>>>
            = mul(<Bit<IsNode<S>>>::UNIT, mul(is_inside(c.head(), s.head()), is_inside(c.tail(), s.tail())));
    }
}
/// 1 if the coordinate C is inside the shape S, 0 if not; dynamic if that takes a run-time integer.
type IsInside<C, S> = <<C as IntTuple>::Kind as InsideShape>::Out<C, S>;
#[inline(always)]
fn is_inside<C: IntTuple, S: IntTuple>(c: C, s: S) -> IsInside<C, S> {
    <C::Kind as InsideShape>::go(c, s)
}
/// True if the coordinate C is known to be inside the shape S.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::Inside, typenum::{B0, B1}};
/// assert_type_eq_all!(Inside<coord!((2, 5)), shape!((3, (2, 3)))>, B1);
/// assert_type_eq_all!(Inside<coord!((2, 6)), shape!((3, (2, 3)))>, B0);
/// ```
pub type Inside<C, S> = <IsInside<C, S> as Integer>::IsOne;

/// Is the coordinate `c` inside the shape `s`? As [`elem_less`], but an integer may stand for any
/// mode: 17 is inside `(3, (2, 3))`, and so is `(2, 5)`.
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

cases! {
    /// True if the integers of A and B, of the same nesting, are the same.
    SameTuples[A: IntTuple, B: IntTuple](a: A, b: B) -> Integer {
        Leaf => Mul<Bit<IsLeaf<B>>, SameBit<A::Leaf, B::Leaf>> = mul(<Bit<IsLeaf<B>>>::UNIT, same_bit(a.leaf(), b.leaf()));
        Empty => Bit<B::IsEmpty> = Nat::UNIT;
        Node => Mul<Bit<IsNode<B>>, Mul<IsSame<A::Head, B::Head>, IsSame<A::Tail, B::Tail>>>
            = mul(<Bit<IsNode<B>>>::UNIT, mul(is_same(a.head(), b.head()), is_same(a.tail(), b.tail())));
    }
}
/// 1 if A and B are the same, 0 if not.
pub(crate) type IsSame<A, B> = <<A as IntTuple>::Kind as SameTuples>::Out<A, B>;
#[inline(always)]
fn is_same<A: IntTuple, B: IntTuple>(a: A, b: B) -> IsSame<A, B> {
    <A::Kind as SameTuples>::go(a, b)
}

/// True if the integers of two tuples of the same nesting are the same.
#[inline(always)]
pub(crate) fn same<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool {
    is_same(a, b).usize() != 0
}

/// A lexicographic order: of the parts `$First` and `$Then` of two tuples, the first that differs decides.
macro_rules! order {
    ($Less:ident $Known:ident $known:ident $f:ident, $First:ident $first:ident, $Then:ident $then:ident, $(#[$m:meta])*) => {
        cases! {
            /// True if A comes before B.
            $Less[A: IntTuple, B: IntTuple](a: A, b: B) -> Integer {
                Leaf => LessBit<A::Leaf, B::Leaf> = less_bit(a.leaf(), b.leaf());
                Empty => UTerm = UTerm;
                Node => Max<$Known<A::$First, B::$First>, Mul<IsSame<A::$First, B::$First>, $Known<A::$Then, B::$Then>>>
                    = max($known(a.$first(), b.$first()), mul(is_same(a.$first(), b.$first()), $known(a.$then(), b.$then())));
            }
        }
        type $Known<A, B> = <<A as IntTuple>::Kind as $Less>::Out<A, B>;
        #[inline(always)]
        fn $known<A: IntTuple, B: IntTuple>(a: A, b: B) -> $Known<A, B> {
            <A::Kind as $Less>::go(a, b)
        }
        $(#[$m])*
        #[inline(always)]
        pub fn $f<A: IntTuple, B: IntTuple<Profile: SameForm<A::Profile>>>(a: A, b: B) -> bool {
            $known(a, b).usize() != 0
        }
    };
}
order! {
    LexLessThan IsLexLess is_lex_less lex_less, Head head, Tail tail,
    /// Returns true if `a` comes before `b`, the first mode being the most significant. CuTe: `lex_less`.
    ///
    /// ```
    /// use zellige::{prelude::*, tuple::compare::lex_less};
    /// assert!(lex_less((1u32, 5u32), (2u32, 0u32)));
    /// ```
}
order! {
    ColexLessThan IsColexLess is_colex_less colex_less, Tail tail, Head head,
    /// Does `a` come before `b`, the last mode being the most significant, as in the order of the
    /// indices? CuTe: `colex_less`.
    ///
    /// ```
    /// use zellige::{prelude::*, tuple::compare::colex_less};
    /// assert!(colex_less((5u32, 1u32), (0u32, 2u32)));
    /// ```
}
/// True if A comes before B, the first mode being the most significant. CuTe: `lex_less`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::LexLess, typenum::{B0, B1}};
/// assert_type_eq_all!(LexLess<coord!((1, 5)), coord!((2, 0))>, B1);
/// assert_type_eq_all!(LexLess<coord!((2, 0)), coord!((1, 5))>, B0);
/// ```
pub type LexLess<A, B> = <IsLexLess<A, B> as Integer>::IsOne;
/// True if A comes before B, the last mode being the most significant. CuTe: `colex_less`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::ColexLess, typenum::{B0, B1}};
/// assert_type_eq_all!(ColexLess<coord!((5, 1)), coord!((0, 2))>, B1);
/// assert_type_eq_all!(ColexLess<coord!((0, 2)), coord!((5, 1))>, B0);
/// ```
pub type ColexLess<A, B> = <IsColexLess<A, B> as Integer>::IsOne;
