//! Strides that are no unsigned integers: negative numbers, and steps along the axes of a space.
//!
//! A layout is a linear function of its digits, `sum of digit * stride`. So a stride may be anything
//! that can be multiplied by an unsigned integer and added. There are three kinds:
//!
//! ```text
//! _8, 8            an unsigned integer: the layout gives offsets
//! _-8, -8          a negative one: it gives signed offsets, from which it may run backwards
//! _1@0, 8@1        a number of steps along an axis: it gives points, coordinates of another shape
//! ```
//!
//! The axes are those of a nested shape: `1@0` is one step in mode 0, `1@1@0` one in mode 1 of mode
//! 0 (as CuTe writes `E<0,1>`: the innermost axis first). A sum of steps is a point, an
//! [`ArithmeticTuple`]. The identity layout `(4,8):(1@0,1@1)` maps a coordinate to itself; composed
//! with tiles it says where each element of a tile lies in the whole, which is how the coordinates
//! of a TMA copy are computed.
//!
//! # One universe
//!
//! These are leaves like the others: they implement [`Integer`], and every operation has them as
//! operands. What is defined for them, that is linear:
//!
//! | | result |
//! |---|---|
//! | number * number, number + number | the signed number |
//! | number * step | the step, scaled |
//! | step + step, point + step, point + point | the point |
//! | 0 + anything | that |
//!
//! Everything else is refused: to divide by -3, to compare 1@0 with 1@1, to add 1 and 1@0. So the
//! operations that only scale and add strides, and compare them for equality, work as they stand:
//! `coalesce`, `filter`, the rearrangement of modes, coordinates and slices, divides and products
//! *of* an unsigned layout's shape, and composition with such a layout on the left. The rule of
//! composition asks for the extents of the left layout, not for its strides, and its proof holds in
//! any abelian group. The operations that order strides (`complement`, `left_inverse`) refuse them.
//! `upcast` divides a negative stride that is a multiple of the factor. `right_inverse` looks for the
//! strides 1, s, ..: others do not matter.
//!
//! Extents stay unsigned.
//!
//! # On the right of a composition
//!
//! A mode `n:-r` of B walks backwards from 0. If A is a single mode, that is its mode with stride
//! `-r * d`. With more modes there is nothing before the first one, and it is refused.
//!
//! A mode `n:v@p` of B walks along mode p of A: `v * i` steps in it are `v * i * P` steps of the
//! index, where P is the product of the extents before mode p, as long as the walk stays in that
//! mode. So B with axes is replaced by B with these strides, and the rest is the composition of
//! unsigned layouts, with its proof. A walk that leaves its mode is refused, unless the mode is the
//! last, which has no end.
//!
//! # Double dispatch
//!
//! `A op B` of unsigned integers dispatches on what A is, then on what B is ([`crate::integer`]).
//! Here the other kinds join in: -N op R asks the operation ([`BinOp::Minus`]), and only products
//! and sums ask R (`R::TimesMinus<N>`, `R::PlusMinus<N>`). The unsigned integers have these
//! answers, too, but no path of theirs leads here: what they cost the compiler is what they did.

use core::fmt;
use core::marker::PhantomData;

use crate::cases::cases;
use crate::integer::*;
use crate::number::*;
use crate::refusal::{
    Leaves, LeavesItsMode, Message, NoSuchMode, NotUnsigned, Reason, Refused, UnlikeStrides,
};
use crate::tuple::access::{Append, Get, Take, get, take};
use crate::tuple::measure::{Product, Rank, product};
use crate::tuple::*;

/// The static integer -N. `layout!(4 : -1)` has one as its stride.
///
/// ```
/// use zellige::{prelude::*, stride::Negative};
/// let a = layout!((4, 8) : (-8, 1));
/// let offset: Negative<int!(23)> = a.crd2idx((int!(3), int!(1)));
/// assert_eq!(offset.isize(), -3 * 8 + 1);
/// assert_eq!(a.crd2idx((3u32, 1u32)).isize(), -23);
/// ```
pub struct Negative<N>(PhantomData<N>);

/// A run-time integer that may be negative: `Signed<i32>` or `Signed<isize>`.
///
/// It is what a negative stride and a run-time coordinate make: with a `u32` an `i32`, with a `usize`
/// an `isize`. Overflow is checked as in Rust's own arithmetic, in debug builds.
///
/// ```
/// use zellige::{prelude::*, stride::Signed};
/// let pitch = Signed::new(-64i32);                // the rows of a picture, from bottom to top
/// let picture = layout!((8, 64) : (pitch, 1));
/// assert_eq!(picture.crd2idx((3u32, 5u32)), Signed::new(-3 * 64 + 5));
/// ```
#[derive(Copy, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signed<T>(T);

/// V steps along the axis P, a tuple of static integers: `(1, 0)` is axis 0 within axis 1. CuTe:
/// `ScaledBasis`.
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash)]
pub struct ScaledBasis<V, P>(V, PhantomData<P>);

/// One step along the axis P, a tuple of static integers. CuTe: `E<1, 0>`.
///
/// ```
/// use zellige::{prelude::*, stride::E};
/// type Transposed = Strided<shape!((4, 8)), (E<coord!((1,))>, E<coord!((0,))>)>;
/// assert_type_eq_all!(Transposed, layout!((4, 8) : (1@1, 1@0)));
/// ```
pub type E<P> = ScaledBasis<N1, P>;

/// A point: a sum of steps along several axes, as the tuple of their numbers. CuTe:
/// `ArithmeticTuple`.
///
/// ```
/// use zellige::{construct::make_identity_layout, prelude::*};
/// let here = make_identity_layout(shape!((4, (2, 3))));
/// let point = here.crd2idx((1u32, (0u32, 2u32)));
/// assert_eq!(point.coordinate(), (1, (0, 2)));
/// assert_eq!(here.crd2idx(21u32).coordinate(), (1, (1, 2)));
/// ```
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash)]
pub struct ArithmeticTuple<T>(T);

/// Written as in a layout: `_-8`, `-8`, `_1@0`, `ArithTuple(3,5)`.
macro_rules! write_as_leaf {
    ($([$($g:tt)*] $t:ty;)*) => { $(
        impl<$($g)*> fmt::Display for $t {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                IntTuple::write(*self, f)
            }
        }
        impl<$($g)*> fmt::Debug for $t {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                IntTuple::write(*self, f)
            }
        }
    )* };
}
write_as_leaf! {
    [N: Nat] Negative<N>;
    [] Signed<i32>;
    [] Signed<isize>;
    [V: Integer, P: IntTuple] ScaledBasis<V, P>;
    [T: IntTuple] ArithmeticTuple<T>;
}

/// The items of [`Integer`] by which an unsigned integer answers the others: for 0, a positive static
/// number, a run-time number (with its signed kind `$i` and `$Join`), and a refused one.
macro_rules! unsigned {
    (zero) => {
        unsigned!(@ UTerm, UTerm, Negative<N>, UTerm, T, ScaledBasis<V, P>, ArithmeticTuple<T>);
    };
    (positive $t:ty) => {
        unsigned!(@ $t, Negative<N::Mul<$t>>, Difference<$t, N>, T, T,
            Unlike<$t, ScaledBasis<V, P>>, Unlike<$t, ArithmeticTuple<T>>);
    };
    (dynamic $t:ty, $i:ty, $Join:ident) => {
        unsigned!(@ $t, Signed<$i>, Signed<$i>, T::$Join, T::$Join,
            Unlike<$t, ScaledBasis<V, P>>, Unlike<$t, ArithmeticTuple<T>>);
    };
    (refused) => {
        unsigned!(@ Self, Self, Self, Self, Self, Self, Self);
    };
    (@ $t:ty, $times_minus:ty, $plus_minus:ty, $times_signed:ty, $plus_signed:ty, $plus_steps:ty, $plus_point:ty) => {
        type TimesMinus<N: Nat> = $times_minus;
        type PlusMinus<N: Nat> = $plus_minus;
        type TimesSigned<T: SignedInteger> = $times_signed;
        type PlusSigned<T: SignedInteger> = $plus_signed;
        type TimesSteps<V: Integer, P: IntTuple> = crate::stride::ScaledBasis<Mul<V, $t>, P>;
        type PlusSteps<V: Integer, P: IntTuple> = $plus_steps;
        type TimesPoint<T: IntTuple> = crate::stride::ArithmeticTuple<crate::stride::Scaled<T, $t>>;
        type PlusPoint<T: IntTuple> = $plus_point;
        type IsMinus<N: Nat> = B0;
        type IsSteps<V: Integer, P: IntTuple> = B0;
        type Abs = $t;
        type Factor = $t;
        type Coordinate = $t;
        type Along<N: Integer, S: IntTuple> = $t;
        #[inline(always)]
        fn abs(self) -> $t {
            self
        }
        #[inline(always)]
        fn factor(self) -> $t {
            self
        }
        #[inline(always)]
        fn coordinate(self) -> $t {
            self
        }
        #[inline(always)]
        fn along<N: Integer, S: IntTuple>(self, _: N, _: S) -> $t {
            self
        }
    };
}
pub(crate) use unsigned;

cases! {
    /// A - N, of static numbers: is A at least N?
    MinusOrLess[A: Nat, N: Nat] -> Integer {
        B1 => A::Sub<N>;
        B0 => Negative<N::Sub<A>>;
    }
}
/// A - N
pub type Difference<A, N> = <Ge<A, N> as MinusOrLess>::Out<A, N>;

/// A run-time integer with a sign: `Signed<i32>` or `Signed<isize>`.
pub trait SignedInteger: Integer {
    /// The wider of self and 32 bits.
    type JoinI32: SignedInteger;
    /// The wider of self and the width of an address.
    type JoinIsize: SignedInteger;
}

/// The items that every kind of leaf in this module has alike: it is no unsigned number.
macro_rules! no_unsigned {
    () => {
        type IsStatic = B0;
        const KNOWN: u64 = 0;
        type IsZero = B0;
        type IsOne = B0;
        type Known = Refused<NotUnsigned<Self>>;
        type AskStatic<Q: Question, L: Nat> = B0;
        type DivideBy<R: Integer> = Inexact<Self>;
        type DivideStatic<L: Nat> = Inexact<Self>;
    };
    // What a negative number and a signed one do alike.
    (number) => {
        no_unsigned!();
        type TimesSteps<V: Integer, P: IntTuple> = ScaledBasis<Mul<V, Self>, P>;
        type PlusSteps<V: Integer, P: IntTuple> = Unlike<Self, ScaledBasis<V, P>>;
        type TimesPoint<T: IntTuple> = ArithmeticTuple<Scaled<T, Self>>;
        type PlusPoint<T: IntTuple> = Unlike<Self, ArithmeticTuple<T>>;
        type Factor = Self;
        type Coordinate = Self;
        type Along<N: Integer, S: IntTuple> = Self;
        #[inline(always)]
        fn factor(self) -> Self {
            self
        }
        #[inline(always)]
        fn coordinate(self) -> Self {
            self
        }
        #[inline(always)]
        fn along<N: Integer, S: IntTuple>(self, _: N, _: S) -> Self {
            self
        }
    };
    (refused) => {
        fn u32(self) -> u32 {
            const { NotUnsigned::<Self>::REFUSAL.raise() }
        }
        fn usize(self) -> usize {
            const { NotUnsigned::<Self>::REFUSAL.raise() }
        }
    };
}

impl<N> Copy for Negative<N> {}
impl<N> Clone for Negative<N> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<N> Default for Negative<N> {
    fn default() -> Self {
        Self::UNIT
    }
}
impl<N> Negative<N> {
    /// The only value.
    pub(crate) const UNIT: Self = Negative(PhantomData);
}
impl<N> PartialEq for Negative<N> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<N> core::cmp::Eq for Negative<N> {}
impl<N> core::hash::Hash for Negative<N> {
    fn hash<H: core::hash::Hasher>(&self, _: &mut H) {}
}

#[diagnostic::do_not_recommend]
impl<M: Nat> Integer for Negative<M> {
    no_unsigned!(number);
    no_unsigned!(refused);
    type Apply<O: BinOp, R: Integer> = O::Minus<M, R>;
    type ApplyStatic<O: BinOp, L: Nat> = O::Minus<M, L>;
    type ApplyDynamic<O: BinOp, L: Dynamic> = O::Minus<M, L>;
    type Ask<Q: Question, R: Integer> = Q::Minus<M, R>;
    type TimesMinus<N: Nat> = M::Mul<N>;
    type PlusMinus<N: Nat> = Negative<M::Add<N>>;
    type TimesSigned<T: SignedInteger> = T;
    type PlusSigned<T: SignedInteger> = T;
    type IsMinus<N: Nat> = M::Eq<N>;
    type IsSteps<V: Integer, P: IntTuple> = B0;
    type Abs = M;
    #[inline(always)]
    fn compute<O: BinOp, A: Integer, B: Integer>(_: A, _: B) -> Self {
        Self::UNIT
    }
    #[inline(always)]
    fn isize(self) -> isize {
        const { -(M::N as isize) }
    }
    #[inline(always)]
    fn abs(self) -> M {
        M::UNIT
    }
}

impl<T: Copy> Signed<T> {
    /// The run-time integer `value`.
    #[inline(always)]
    pub const fn new(value: T) -> Self {
        Signed(value)
    }
    /// Its value.
    #[inline(always)]
    pub const fn get(self) -> T {
        self.0
    }
}
macro_rules! signed {
    ($t:ident, $u:ident, $Join:ident, $with_i32:ty, $with_isize:ty) => {
        impl SignedInteger for Signed<$t> {
            type JoinI32 = $with_i32;
            type JoinIsize = $with_isize;
        }
        #[diagnostic::do_not_recommend]
        impl Integer for Signed<$t> {
            no_unsigned!(number);
            type Apply<O: BinOp, R: Integer> = O::Signed<Self, R>;
            type ApplyStatic<O: BinOp, L: Nat> = O::Signed<Self, L>;
            type ApplyDynamic<O: BinOp, L: Dynamic> = O::Signed<Self, L>;
            type Ask<Q: Question, R: Integer> = B0;
            type TimesMinus<N: Nat> = Self;
            type PlusMinus<N: Nat> = Self;
            type TimesSigned<T: SignedInteger> = T::$Join;
            type PlusSigned<T: SignedInteger> = T::$Join;
            type IsMinus<N: Nat> = B0;
            type IsSteps<V: Integer, P: IntTuple> = B0;
            type Abs = $u;
            #[inline(always)]
            fn compute<O: BinOp, A: Integer, B: Integer>(a: A, b: B) -> Self {
                let value = O::run_signed(a.isize(), b.isize());
                debug_assert!(
                    <$t>::try_from(value).is_ok(),
                    "{value} is no {}",
                    stringify!($t)
                );
                Signed(value as $t)
            }
            #[inline(always)]
            fn u32(self) -> u32 {
                debug_assert!(u32::try_from(self.0).is_ok(), "{} is no u32", self.0);
                self.0 as u32
            }
            #[inline(always)]
            fn usize(self) -> usize {
                debug_assert!(usize::try_from(self.0).is_ok(), "{} is no usize", self.0);
                self.0 as usize
            }
            #[inline(always)]
            fn isize(self) -> isize {
                self.0 as isize
            }
            #[inline(always)]
            fn abs(self) -> $u {
                self.0.unsigned_abs()
            }
        }
    };
}
signed!(i32, u32, JoinI32, Signed<i32>, Signed<isize>);
signed!(isize, usize, JoinIsize, Signed<isize>, Signed<isize>);

/// A number and an axis, or a number and a point, in one sum.
pub(crate) type Unlike<A, B> = Refused<UnlikeStrides<A, B>>;

impl<V: Integer, P: IntTuple> ScaledBasis<V, P> {
    /// `v` steps along the axis P.
    #[inline(always)]
    pub const fn new(v: V) -> Self {
        ScaledBasis(v, PhantomData)
    }
    /// How many steps. CuTe: `basis_value`.
    #[inline(always)]
    pub fn value(self) -> V {
        self.0
    }
}

#[diagnostic::do_not_recommend]
impl<V: Integer, P: IntTuple> Integer for ScaledBasis<V, P> {
    no_unsigned!();
    no_unsigned!(refused);
    type Apply<O: BinOp, R: Integer> = O::Steps<V, P, R>;
    type ApplyStatic<O: BinOp, L: Nat> = O::Steps<V, P, L>;
    type ApplyDynamic<O: BinOp, L: Dynamic> = O::Steps<V, P, L>;
    type Ask<Q: Question, R: Integer> = Q::Steps<V, P, R>;
    type TimesMinus<N: Nat> = ScaledBasis<Mul<V, Negative<N>>, P>;
    type PlusMinus<N: Nat> = Unlike<Self, Negative<N>>;
    type TimesSigned<T: SignedInteger> = ScaledBasis<Mul<V, T>, P>;
    type PlusSigned<T: SignedInteger> = Unlike<Self, T>;
    type TimesSteps<V2: Integer, P2: IntTuple> = Unlike<Self, ScaledBasis<V2, P2>>;
    type PlusSteps<V2: Integer, P2: IntTuple> = <SameAxis<P, P2> as OneAxis>::Out<V, P, V2, P2>;
    type TimesPoint<T: IntTuple> = Unlike<Self, ArithmeticTuple<T>>;
    type PlusPoint<T: IntTuple> = ArithmeticTuple<Plus<T, Placed<V, P>>>;
    type IsMinus<N: Nat> = B0;
    type IsSteps<V2: Integer, P2: IntTuple> = <Eq<V, V2> as Bool>::And<SameAxis<P, P2>>;
    type Abs = ScaledBasis<V::Abs, P>;
    type Factor = V;
    type Coordinate = Placed<V, P>;
    type Along<N: Integer, S: IntTuple> = <InMode<V, P, N, S> as StaysInMode>::Out<V, P, S>;
    #[inline(always)]
    fn compute<O: BinOp, A: Integer, B: Integer>(a: A, b: B) -> Self {
        Self::new(V::compute::<O, A::Factor, B::Factor>(
            a.factor(),
            b.factor(),
        ))
    }
    fn isize(self) -> isize {
        const { NotUnsigned::<Self>::REFUSAL.raise() }
    }
    #[inline(always)]
    fn abs(self) -> Self::Abs {
        ScaledBasis::new(self.0.abs())
    }
    #[inline(always)]
    fn factor(self) -> V {
        self.0
    }
    #[inline(always)]
    fn coordinate(self) -> Placed<V, P> {
        <P::Kind as PlaceOnAxis>::go::<V, P>(self.0)
    }
    #[inline(always)]
    fn along<N: Integer, S: IntTuple>(self, n: N, s: S) -> Self::Along<N, S> {
        if cfg!(debug_assertions) {
            assert_in_mode::<V, P, N, S>(self.0, n, s);
        }
        <InMode<V, P, N, S> as StaysInMode>::go::<V, P, S>(self.0, s)
    }
}

/// Are the axes P and P2 the same?
type SameAxis<P, P2> = <compare::IsSame<P, P2> as Integer>::IsOne;
cases! {
    /// The sum of V steps along P and V2 along P2: is it one axis?
    OneAxis[V: Integer, P: IntTuple, V2: Integer, P2: IntTuple] -> Integer {
        B1 => ScaledBasis<Add<V, V2>, P>;
        B0 => ArithmeticTuple<Plus<Placed<V, P>, Placed<V2, P2>>>;
    }
}

cases! {
    /// The point V steps along the axis P.
    PlaceOnAxis[V: Integer, P: IntTuple](v: V) -> IntTuple {
        Leaf => Refused<NoSuchMode> = Refused::UNIT;
        Empty => V = v;
        Node => <<<P::Head as IntTuple>::Leaf as Integer>::IsZero as AfterZeros>::Out<<<P::Head as IntTuple>::Leaf as Integer>::Known, Placed<V, P::Tail>>
            = <<<P::Head as IntTuple>::Leaf as Integer>::IsZero as AfterZeros>::go::<<<P::Head as IntTuple>::Leaf as Integer>::Known, _>(
                <<P::Tail as IntTuple>::Kind as PlaceOnAxis>::go::<V, P::Tail>(v));
    }
}
type Placed<V, P> = <<P as IntTuple>::Kind as PlaceOnAxis>::Out<V, P>;
cases! {
    /// X after I zeros: is I zero?
    AfterZeros[I: Nat, X: IntTuple](x: X) -> IntTuple {
        B1 => (X,) = (x,);
        B0 => <<<I::Sub<N1> as Integer>::IsZero as AfterZeros>::Out<I::Sub<N1>, X> as IntTuple>::Prepend<UTerm>
            = <<I::Sub<N1> as Integer>::IsZero as AfterZeros>::go::<I::Sub<N1>, X>(x).prepend_mode(UTerm);
    }
}

impl<T: IntTuple> ArithmeticTuple<T> {
    /// The point with these numbers.
    #[inline(always)]
    pub const fn new(t: T) -> Self {
        ArithmeticTuple(t)
    }
}
#[diagnostic::do_not_recommend]
impl<T: IntTuple> Integer for ArithmeticTuple<T> {
    no_unsigned!();
    no_unsigned!(refused);
    type Apply<O: BinOp, R: Integer> = O::Point<T, R>;
    type ApplyStatic<O: BinOp, L: Nat> = O::Point<T, L>;
    type ApplyDynamic<O: BinOp, L: Dynamic> = O::Point<T, L>;
    type Ask<Q: Question, R: Integer> = B0;
    type TimesMinus<N: Nat> = ArithmeticTuple<Scaled<T, Negative<N>>>;
    type PlusMinus<N: Nat> = Unlike<Self, Negative<N>>;
    type TimesSigned<X: SignedInteger> = ArithmeticTuple<Scaled<T, X>>;
    type PlusSigned<X: SignedInteger> = Unlike<Self, X>;
    type TimesSteps<V: Integer, P: IntTuple> = Unlike<Self, ScaledBasis<V, P>>;
    type PlusSteps<V: Integer, P: IntTuple> = ArithmeticTuple<Plus<T, Placed<V, P>>>;
    type TimesPoint<T2: IntTuple> = Unlike<Self, ArithmeticTuple<T2>>;
    type PlusPoint<T2: IntTuple> = ArithmeticTuple<Plus<T, T2>>;
    type IsMinus<N: Nat> = B0;
    type IsSteps<V: Integer, P: IntTuple> = B0;
    type Abs = Self;
    type Factor = UTerm;
    type Coordinate = T;
    type Along<N: Integer, S: IntTuple> = Refused<NotUnsigned<Self>>;
    #[inline(always)]
    fn compute<O: BinOp, A: Integer, B: Integer>(a: A, b: B) -> Self {
        ArithmeticTuple(T::combine::<O, _, _>(a.coordinate(), b.coordinate()))
    }
    fn isize(self) -> isize {
        const { NotUnsigned::<Self>::REFUSAL.raise() }
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self
    }
    #[inline(always)]
    fn factor(self) -> UTerm {
        UTerm
    }
    #[inline(always)]
    fn coordinate(self) -> T {
        self.0
    }
    #[inline(always)]
    fn along<N: Integer, S: IntTuple>(self, _: N, _: S) -> Self::Along<N, S> {
        Refused::UNIT
    }
}

cases! {
    /// The sum of two points: by what A is. A shorter tuple goes on with zeros, and so does 0.
    SumOf[A: IntTuple, B: IntTuple] -> IntTuple {
        Leaf => <B::Kind as SumWithLeaf>::Out<A::Leaf, B>;
        Empty => B;
        Node => <B::Kind as SumWithNode>::Out<A, B>;
    }
}
cases! {
    /// The sum of a number A and B: by what B is.
    SumWithLeaf[A: Integer, B: IntTuple] -> IntTuple {
        Leaf => Add<A, B::Leaf>;
        Empty => A;
        Node => <A::IsZero as Ternary>::Out<B, Refused<UnlikeStrides<A, B>>>;
    }
}
cases! {
    /// The sum of a tuple A and B: by what B is.
    SumWithNode[A: IntTuple, B: IntTuple] -> IntTuple {
        Leaf => <<B::Leaf as Integer>::IsZero as Ternary>::Out<A, Refused<UnlikeStrides<A, B>>>;
        Empty => A;
        Node => <Plus<A::Tail, B::Tail> as IntTuple>::Prepend<Plus<A::Head, B::Head>>;
    }
}
/// A + B, entry by entry.
pub type Plus<A, B> = <<A as IntTuple>::Kind as SumOf>::Out<A, B>;

cases! {
    /// T with every number times X.
    ScaleEach[T: IntTuple, X: Integer] -> IntTuple {
        Leaf => Mul<T::Leaf, X>;
        Empty => ();
        Node => <Scaled<T::Tail, X> as IntTuple>::Prepend<Scaled<T::Head, X>>;
    }
}
/// X * T
pub type Scaled<T, X> = <<T as IntTuple>::Kind as ScaleEach>::Out<T, X>;

cases! {
    /// What [`combine`](IntTuple::combine) takes first: a number stands for all entries, and `()` for
    /// zeros.
    FirstOf[T: IntTuple](t: T) -> IntTuple {
        Leaf => T = t;
        Empty => UTerm = UTerm;
        Node => T::Head = t.head();
    }
}
cases! {
    /// What [`combine`](IntTuple::combine) takes after the first.
    RestOf[T: IntTuple](t: T) -> IntTuple {
        Leaf => T = t;
        Empty => () = ();
        Node => T::Tail = t.tail();
    }
}
/// The first entry of T.
pub(crate) type First<T> = <<T as IntTuple>::Kind as FirstOf>::Out<T>;
/// The entries of T after the first.
pub(crate) type Rest<T> = <<T as IntTuple>::Kind as RestOf>::Out<T>;
#[inline(always)]
pub(crate) fn first<T: IntTuple>(t: T) -> First<T> {
    <T::Kind as FirstOf>::go(t)
}
#[inline(always)]
pub(crate) fn rest<T: IntTuple>(t: T) -> Rest<T> {
    <T::Kind as RestOf>::go(t)
}

cases! {
    /// The elements of the shape S before its mode P.
    ElementsBefore[S: IntTuple, P: IntTuple](s: S) -> Integer {
        Leaf => N1 = N1::UNIT;
        Empty => N1 = N1::UNIT;
        Node => Mul<Product<Take<S, AxisOf<P>>>, Before<Get<S, P::Head>, P::Tail>>
            = mul(product(take::<S, AxisOf<P>>(s)), before::<_, P::Tail>(get(s, P::Head::UNCHECKED)));
    }
}
type Before<S, P> = <<P as IntTuple>::Kind as ElementsBefore>::Out<S, P>;
#[inline(always)]
fn before<S: IntTuple, P: IntTuple>(s: S) -> Before<S, P> {
    <P::Kind as ElementsBefore>::go::<S, P>(s)
}
/// The first number of P.
type AxisOf<P> = <<<P as IntTuple>::Head as IntTuple>::Leaf as Integer>::Known;
cases! {
    /// Is the mode P of the shape S the last, on all levels?
    LastMode[S: IntTuple, P: IntTuple] -> Bool {
        Leaf => B1;
        Empty => B1;
        Node => <<Rank<S> as Nat>::Eq<<AxisOf<P> as Nat>::Succ> as Bool>::And<IsLast<Get<S, P::Head>, P::Tail>>;
    }
}
type IsLast<S, P> = <<P as IntTuple>::Kind as LastMode>::Out<S, P>;
/// Do N times V steps along the axis P stay in mode P of the shape S, or is it the last?
type InMode<V, P, N, S> =
    <<Product<Get<S, P>> as Integer>::Ask<IsGt, Mul<V, Sub<N, N1>>> as Bool>::Or<IsLast<S, P>>;
cases! {
    /// The stride of V steps along mode P of the shape S: does the walk stay in it?
    StaysInMode[V: Integer, P: IntTuple, S: IntTuple](v: V, s: S) -> Integer {
        B1 => Mul<V, Before<S, P>> = mul(v, before::<S, P>(s));
        B0 => Refused<LeavesItsMode<V, P, S>> = Refused::UNIT;
    }
}
/// The run-time half of [`StaysInMode`].
fn assert_in_mode<V: Integer, P: IntTuple, N: Integer, S: IntTuple>(v: V, n: N, s: S) {
    let extent = product(get(s, P::UNCHECKED)).leaves().value[0];
    let (v, n) = (v.leaves().value[0], n.leaves().value[0]);
    if let (false, Some(extent), Some(v), Some(n)) = (<IsLast<S, P> as Bool>::VALUE, extent, v, n) {
        assert!(
            v * (n - 1) < extent,
            "composition(A, B): {n} times {v} steps leave a mode of A of extent {extent}"
        );
    }
}

cases! {
    /// The strides D of the shape S, along the modes of the shape A.
    AlongEach[D: IntTuple, S: IntTuple, A: IntTuple](d: D, s: S, a: A) -> IntTuple {
        Leaf => <D::Leaf as Integer>::Along<S::Leaf, A> = d.leaf().along(s.leaf(), a);
        Empty => () = ();
        Node => <AlongModes<D::Tail, S::Tail, A> as IntTuple>::Prepend<AlongModes<D::Head, S::Head, A>>
            = along_modes(d.tail(), s.tail(), a).prepend_mode(along_modes(d.head(), s.head(), a));
    }
}
/// The strides D of the shape S, with steps along the modes of A as steps of A's index.
pub type AlongModes<D, S, A> = <<D as IntTuple>::Kind as AlongEach>::Out<D, S, A>;
/// The strides `d` of the shape `s`, along the modes of the shape `a`.
#[inline(always)]
pub fn along_modes<D: IntTuple, S: IntTuple, A: IntTuple>(d: D, s: S, a: A) -> AlongModes<D, S, A> {
    <D::Kind as AlongEach>::go(d, s, a)
}

cases! {
    /// One step along each mode of the shape S, of which P is the path so far and I the number of
    /// the first mode.
    StepsLike[S: IntTuple, P: IntTuple, I: Nat] -> IntTuple {
        Leaf => Step<P>;
        Empty => ();
        Node => <StepsFrom<S::Tail, P, I::Succ> as IntTuple>::Prepend<StepsFrom<S::Head, Append<P, I>, UTerm>>;
    }
}
type StepsFrom<S, P, I> = <<S as IntTuple>::Kind as StepsLike>::Out<S, P, I>;
/// One step along P; the only mode of a number is the number itself.
type Step<P> = <<<P as IntTuple>::IsEmpty as Ternary>::Out<N1, E<P>> as IntTuple>::Leaf;
/// One step along each mode of S: `(1@0,(1@0@1,1@1@1))` for `(4,(2,3))`. CuTe: `make_basis_like`.
pub type BasisLike<S> = StepsFrom<S, (), UTerm>;

/// `1@0@1` for 1 step along axis 0 of axis 1.
pub(crate) const fn axis_text(value: Message, axis: &Leaves) -> Message {
    let (mut text, mut i) = (value, axis.len);
    while i > 0 {
        i -= 1;
        text = match axis.value[i] {
            Some(number) => text.s("@").u(number as u64),
            None => text.s("@?"),
        };
    }
    text
}
