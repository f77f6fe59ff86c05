//! Integers of a layout: static (typenum's numbers) or dynamic (`u32`, `usize`), with one
//! implementation for both.
//!
//! A binary operation is a unit struct, a `BinOp`; `A` op `B` dispatches first on the kind of `A`
//! and then on the kind of `B`:
//!
//! | `A` op `B` | result |
//! |---|---|
//! | static, static | static |
//! | static, dynamic | the dynamic type, or static where 0 or 1 absorbs: `0 * n` is 0, `n % 1` is 0 |
//! | `u32`, `usize` | `usize` |
//! | refused, any | refused |
//!
//! Operations that make layouts compute with module `total`, whose arithmetic always has a result.
//!
//! Strides may also be negative, or steps along an axis: these are other leaves that implement
//! [`Integer`], and they join the dispatch in `stride::linear`.
//!
//! A `Question` about integers that are not both static has a fixed answer, `Unknown`.
//! CuTe's rule is that an unknown equality is false (so modes do not merge) and an unknown
//! divisibility is true (so nothing is an error); each question says which answer it takes.

use crate::branches::{RolesOfDynamic, RolesOfOperation, RolesOfQuestion, roles};
use crate::number::DividedByZero;
use crate::number::*;
use crate::refusal::{Message, Reason, Refused};
use zellige_macros::total;

mod constant;
pub(crate) mod operation;
mod question;
mod refused_integer;
pub(crate) mod total;

pub use constant::{Int, StaticInt};
pub use operation::*;
pub use question::*;

/// An integer, as a leaf of a shape, stride or coordinate: a static number ([`Int<N>`]), `u32` or
/// `usize`. A leaf of a stride may also be one of the integers in [`stride`](crate::stride).
///
/// Static integers are typenum's: types without bytes, with a value known to the compiler.
/// `int!(8)` is the type of 8 and its value.
///
/// ```
/// use zellige::prelude::*;
/// fn twice<N: Integer>(n: N) -> usize { 2 * n.usize() }
/// assert_eq!(twice(int!(8)), 16);
/// assert_eq!(twice(8u32), 16);
/// assert_eq!(size_of::<int!(8)>(), 0);
/// ```
#[doc(alias("is_integral", "is_integer"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an unsigned integer of a layout",
    label = "must be `u32`, `usize` or a static integer",
    note = "write `int!(3)` for a static integer, `3u32` or `3usize` for a run-time one; convert others: `usize::try_from(n)`, or, where a stride may be negative, `Signed::new(n)` for an `i32` or `isize`"
)]
pub trait Integer:
    roles::IntTuple<Profile = usize, Leaf = Self>
    + roles::Linear
    + roles::Coord<CoordProfile = usize>
    + roles::Tiler<TilerProfile = usize>
    + roles::StrideOrOffset
{
    /// True if it is an unsigned number known to the compiler.
    type IsStatic: Bool;
    /// The value, or `u64::MAX` if it is larger; 0 if it is dynamic, or not an unsigned integer.
    const KNOWN: u64;
    /// True if it is known only at run time.
    #[doc(hidden)]
    const IS_RUN_TIME: bool = false;
    /// True if it is *known* to be 0.
    type IsZero: Bool;
    /// True if it is *known* to be 1.
    type IsOne: Bool;
    /// The number itself; 0 if it is dynamic, refused if it is not an unsigned integer.
    type Known: Nat;
    /// The result of self op R.
    #[doc(hidden)]
    type Apply<O: BinOp, R: Integer>: Integer;
    /// The result of L op self, for a static L.
    #[doc(hidden)]
    type ApplyStatic<O: BinOp, L: Nat>: Integer;
    /// The result of L op self, for a dynamic L.
    #[doc(hidden)]
    type ApplyDynamic<O: BinOp, L: Dynamic>: Integer;
    /// The quotient self / R, and whether it is exact.
    #[doc(hidden)]
    type DivideBy<R: Integer>: Division;
    /// The quotient L / self, for a static L.
    #[doc(hidden)]
    type DivideStatic<L: Nat>: Division;
    /// The product self * R: like [`Apply`](Integer::Apply), by a shorter path.
    #[doc(hidden)]
    type Times<R: Integer>: Integer;
    /// The product L * self, for a static L.
    #[doc(hidden)]
    type TimesStatic<L: Nat>: Integer;
    /// The answer to `P` about self and R.
    #[doc(hidden)]
    type Ask<P: Question, R: Integer>: Bool;
    /// The answer to `P` about a static L and self.
    #[doc(hidden)]
    type AskStatic<P: Question, L: Nat>: Bool;
    /// True if self is known to be A * B. That is often decided before the product is computed.
    #[doc(hidden)]
    type IsProduct<A: Integer, B: Integer>: Bool;
    /// True if A * self is known to be P.
    #[doc(hidden)]
    type IsFactor<A: Integer, P: Nat>: Bool;
    /// True if self * B is known to be P.
    #[doc(hidden)]
    type TimesIs<B: Nat, P: Nat>: Bool;
    /// Computes `a` op `b`, a value of type self; a static type ignores the values.
    #[doc(hidden)]
    fn compute<O: BinOp, A: Integer, B: Integer>(a: A, b: B) -> Self;
    /// The result of [`coordinate`](Integer::coordinate).
    type Coordinate: roles::IntTuple;
    /// Returns the value as a coordinate: a point is the tuple of its numbers, a number is itself.
    /// See [`ArithmeticTuple`](crate::stride::ArithmeticTuple).
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(make_identity_layout((4u32, 8u32)).crd2idx(13u32).coordinate(), (1, 3));
    /// ```
    fn coordinate(self) -> Self::Coordinate;
    /// Returns the value as `u32`; a static number that does not fit does not compile. For a
    /// run-time number that does not fit, a debug assertion fails, and release builds keep its low
    /// 32 bits.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!((int!(12).u32(), 12usize.u32()), (12, 12));
    /// ```
    #[track_caller]
    fn u32(self) -> u32;
    /// Returns the value as `usize`; a static number that does not fit does not compile.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((8, 4) : (4, 1)).size().usize(), 32);
    /// ```
    fn usize(self) -> usize;
    /// Returns the value as `isize`, negative for a [`Negative`](crate::stride::Negative); a static
    /// number that does not fit does not compile.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!(8 : -1).crd2idx(int!(3)).isize(), -3);
    /// ```
    #[track_caller]
    fn isize(self) -> isize;
    /// Returns the image of the value under one linear map from all strides to numbers: a number is
    /// mapped to itself, a step along an axis to a large number for that axis. The image represents
    /// the stride where only sums and multiples of strides are compared.
    #[doc(hidden)]
    fn projected(self) -> i128;
}

/// A run-time integer: `u32` or `usize`. Offsets are computed in one of these widths.
///
/// ```
/// use zellige::{integer::Dynamic, prelude::*};
/// /// The offset, computed in 32 or in 64 bits.
/// fn offset<W: Dynamic>(row: W) -> usize {
///     layout!((8, 4) : (4, 1)).crd2idx((row, int!(2))).usize()
/// }
/// assert_eq!((offset(3u32), offset(3usize)), (14, 14));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the type of a run-time integer of a layout",
    label = "must be `u32` or `usize`"
)]
pub trait Dynamic:
    Integer
    + RolesOfDynamic
    + Ord
    + core::ops::Add<Output = Self>
    + core::ops::Sub<Output = Self>
    + core::ops::Mul<Output = Self>
    + core::ops::Div<Output = Self>
    + core::ops::Rem<Output = Self>
    + core::ops::BitXor<Output = Self>
    + Arithmetic
    + Modulo
{
    /// The wider of self and `u32`.
    type JoinU32: Dynamic;
    /// The wider of self and `usize`.
    type JoinUsize: Dynamic;
    /// The number 0.
    const ZERO: Self;
    /// The number 1.
    const ONE: Self;
    /// The largest number of the type.
    #[doc(hidden)]
    const LARGEST: u64;
    /// The name of the type: `u32` or `usize`.
    #[doc(hidden)]
    const NAME: &'static str;
    /// Returns self / b, rounded up, even if `self + b` does not fit.
    #[doc(hidden)]
    fn ceil_quotient(self, b: Self) -> Self;
    /// Converts `n`. A value that does not fit is a compile-time error if it is static; otherwise a
    /// `debug_assert!` fails.
    #[doc(hidden)]
    fn of<N: Integer>(n: N) -> Self;
}

/// Arithmetic modulo 2^32 or 2^64.
#[doc(hidden)]
pub trait Modulo {
    /// The largest number of the type.
    const MOST: Self;
    /// Returns self * b modulo 2^32 or 2^64.
    fn mul_modulo(self, b: Self) -> Self;
    /// Returns self + b modulo 2^32 or 2^64.
    fn add_modulo(self, b: Self) -> Self;
}
macro_rules! modulo {
    ($($t:ty)*) => { $(
        impl Modulo for $t {
            const MOST: Self = <$t>::MAX;
            #[inline(always)]
            fn mul_modulo(self, b: Self) -> Self {
                self.wrapping_mul(b)
            }
            #[inline(always)]
            fn add_modulo(self, b: Self) -> Self {
                self.wrapping_add(b)
            }
        }
    )* };
}
modulo!(u32 usize);

/// A division in a walk through the modes of a layout: the quotient, and whether it is exact.
#[doc(hidden)]
pub trait Division {
    /// The quotient, rounded down.
    type Quot: Integer;
    /// True if the remainder is *known* to be 0.
    type IsExact: Bool;
}
/// A division about which nothing is known.
#[doc(hidden)]
pub struct Inexact<Q>(Q);
impl<Q: Integer> Division for Inexact<Q> {
    type Quot = Q;
    type IsExact = B0;
}
impl<Q: Nat, R: Nat> Division for DivMod<Q, R> {
    type Quot = Q;
    type IsExact = R::IsZero;
}
/// The quotient of a [`Division`]: [`Div`] at less cost to the compiler, after the question whether
/// it is exact.
#[doc(hidden)]
pub type Quot<A, B> = <<A as Integer>::DivideBy<B> as Division>::Quot;
/// Returns a / b, rounded down.
#[doc(hidden)]
#[inline(always)]
pub fn quot<A: Integer, B: Integer>(a: A, b: B) -> Quot<A, B> {
    <Quot<A, B>>::compute::<OpDiv, A, B>(a, b)
}

/// The static number `n`; 0 if it is dynamic.
#[total]
pub(crate) fn known(n: Integer) -> Nat {
    n.known()
}
/// True if A and B are static.
#[doc(hidden)]
pub type BothStatic<A, B> = <<A as Integer>::IsStatic as Bool>::And<<B as Integer>::IsStatic>;
/// True if A is known to be B.
#[doc(hidden)]
pub type Eq<A, B> = <A as Integer>::Ask<IsEq, B>;

/// Returns the number `n` of a layout in memory, which fits `usize`. For any other layout it
/// returns an arbitrary number, without an error: that layout is refused elsewhere, with a message
/// that says why.
#[inline(always)]
pub(crate) fn count<N: Integer>(n: N) -> usize {
    n.projected() as usize
}

/// Returns N, or the largest `u64` if N is larger.
const fn known_u64<N: Nat>() -> u64 {
    if N::N < u64::MAX as u128 { N::N as u64 } else { u64::MAX }
}
/// Returns N. Panics if it is larger than `most`: then N, with its sign, does not fit in
/// `width`.
#[track_caller]
pub(crate) const fn fitting<N: Nat>(sign: &str, most: u128, width: &str) -> u128 {
    if N::N > most {
        Message::new()
            .s("static integer ")
            .s(sign)
            .number(N::N)
            .s(" does not fit in ")
            .s(width)
            .raise()
    }
    N::N
}

/// A number as a coordinate: itself.
macro_rules! number_as_coordinate {
    () => {
        type Coordinate = Self;
        #[inline(always)]
        fn coordinate(self) -> Self {
            self
        }
    };
}
pub(crate) use number_as_coordinate;
macro_rules! static_integer {
    ([$($g:tt)*] $t:ty, $is_zero:ty, $is_one:ty, |$B:ident, $P:ident| $times_is:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Integer for $t {
            number_as_coordinate!();
            type IsStatic = B1;
            const KNOWN: u64 = known_u64::<$t>();
            type IsZero = $is_zero;
            type IsOne = $is_one;
            type Known = $t;
            type Apply<O: BinOp, R: Integer> = R::ApplyStatic<O, $t>;
            type ApplyStatic<O: BinOp, L: Nat> = O::StaticStatic<L, $t>;
            type ApplyDynamic<O: BinOp, L: Dynamic> = O::DynamicStatic<L, $t>;
            type Times<R: Integer> = R::TimesStatic<$t>;
            type TimesStatic<L: Nat> = L::Mul<$t>;
            type DivideBy<R: Integer> = R::DivideStatic<$t>;
            type DivideStatic<L: Nat> = <$t as Nat>::DivideInto<L>;
            type Ask<P: Question, R: Integer> = R::AskStatic<P, $t>;
            type AskStatic<P: Question, L: Nat> = P::Static<L, $t>;
            type IsProduct<A: Integer, B: Integer> = B::IsFactor<A, $t>;
            type IsFactor<A: Integer, P: Nat> = A::TimesIs<$t, P>;
            type TimesIs<$B: Nat, $P: Nat> = $times_is;
            #[inline(always)]
            fn compute<O: BinOp, A: Integer, B: Integer>(_: A, _: B) -> Self {
                Self::UNIT
            }
            #[inline(always)]
            fn u32(self) -> u32 {
                const { fitting::<$t>("", u32::MAX as u128, "u32: use usize coordinates") as u32 }
            }
            #[inline(always)]
            fn usize(self) -> usize {
                const { fitting::<$t>("", usize::MAX as u128, "usize") as usize }
            }
            #[inline(always)]
            fn isize(self) -> isize {
                const { fitting::<$t>("", isize::MAX as u128, "isize") as isize }
            }
            #[inline(always)]
            fn projected(self) -> i128 {
                const { <$t as Nat>::N as i128 }
            }
        }
    };
}
static_integer!([] UTerm, B1, B0, |B, P| P::IsZero);
static_integer!([] N1, B0, B1, |B, P| B::Eq<P>);
static_integer!([U: Positive] UInt<U, B0>, B0, B0, |B, P| <ZerosAfter<U> as Zeros>::TimesIs<Self, B, P>);
static_integer!([U: Positive] UInt<U, B1>, B0, B0, |B, P| B::TimesOddIs<Self, P>);

macro_rules! dynamic_integer {
    ($t:ident, $Join:ident, $with_u32:ty, $with_usize:ty) => {
        #[diagnostic::do_not_recommend]
        impl Integer for $t {
            number_as_coordinate!();
            type IsStatic = B0;
            const KNOWN: u64 = 0;
            const IS_RUN_TIME: bool = true;
            type IsZero = B0;
            type IsOne = B0;
            type Known = UTerm;
            type Apply<O: BinOp, R: Integer> = R::ApplyDynamic<O, $t>;
            type ApplyStatic<O: BinOp, L: Nat> = O::StaticDynamic<L, $t>;
            type ApplyDynamic<O: BinOp, L: Dynamic> = L::$Join;
            type Times<R: Integer> = R::ApplyDynamic<OpMul, $t>;
            type TimesStatic<L: Nat> = Self::ApplyStatic<OpMul, L>;
            type DivideBy<R: Integer> = Inexact<Div<$t, R>>;
            type DivideStatic<L: Nat> = Inexact<Div<L, $t>>;
            type Ask<P: Question, R: Integer> = P::Unknown;
            type AskStatic<P: Question, L: Nat> = P::Unknown;
            type IsProduct<A: Integer, B: Integer> = B0;
            // A product of 0 with any number is 0.
            type IsFactor<A: Integer, P: Nat> = <A::IsZero as Bool>::And<P::IsZero>;
            type TimesIs<B: Nat, P: Nat> = <B::IsZero as Bool>::And<P::IsZero>;
            #[inline(always)]
            fn compute<O: BinOp, A: Integer, B: Integer>(a: A, b: B) -> Self {
                O::run::<$t>(a.$t(), b.$t())
            }
            #[inline(always)]
            fn u32(self) -> u32 {
                debug_assert!(u32::try_from(self).is_ok(), "{self} does not fit in u32");
                self as u32
            }
            #[inline(always)]
            fn usize(self) -> usize {
                self as usize
            }
            #[inline(always)]
            fn isize(self) -> isize {
                debug_assert!(isize::try_from(self).is_ok(), "{self} does not fit in isize");
                self as isize
            }
            #[inline(always)]
            fn projected(self) -> i128 {
                self as i128
            }
        }
        #[diagnostic::do_not_recommend]
        impl Dynamic for $t {
            type JoinU32 = $with_u32;
            type JoinUsize = $with_usize;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const LARGEST: u64 = $t::MAX as u64;
            const NAME: &'static str = stringify!($t);
            #[inline(always)]
            #[allow(clippy::manual_div_ceil)] // as kernels write it; debug assertions find overflow
            fn ceil_quotient(self, b: Self) -> Self {
                if crate::run_time::IS_GPU { (self + b - 1) / b } else { self.div_ceil(b) }
            }
            #[inline(always)]
            fn of<N: Integer>(n: N) -> Self {
                debug_assert!(
                    n.usize() as u64 <= Self::LARGEST,
                    "{} does not fit in {}",
                    n.usize(),
                    Self::NAME
                );
                n.$t()
            }
        }
    };
}
dynamic_integer!(u32, JoinU32, u32, usize);
dynamic_integer!(usize, JoinUsize, usize, usize);
