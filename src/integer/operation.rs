//! The binary operations on integers, each defined by which of the two sides are static.

use super::*;
use zellige_macros::total;

/// A binary operation, defined by which of the two sides are static.
#[doc(hidden)]
pub trait BinOp: RolesOfOperation {
    /// The result of static op static.
    type StaticStatic<L: Nat, R: Nat>: Integer;
    /// The result of static op dynamic.
    type StaticDynamic<L: Nat, R: Dynamic>: Integer;
    /// True if it has a result even if the exact result does not fit.
    type DynamicStatic<L: Dynamic, R: Nat>: Integer;
    /// True if it has a result even where the exact one does not fit.
    const IS_TOTAL: bool = false;
    /// Computes the operation on two values of the result's type.
    fn run<T: Dynamic>(a: T, b: T) -> T;
    /// Computes the same if there is no exact result: a number modulo 2^32 or 2^64; for a division
    /// by 0, or a difference below 0, the nearest number.
    #[inline(always)]
    fn run_total<T: Dynamic>(a: T, b: T) -> T {
        Self::run(a, b)
    }
}

macro_rules! operations {
    ($($(#[$m:meta])* $Op:ident $f:ident $Alias:ident($a:literal, $b:literal = $c:literal): $ss:ty, $sd:ty, $ds:ty, |$x:ident, $y:ident| $e:expr $(, total $total:expr)?;)*) => { $(
        #[doc(hidden)]
        $(#[$m])*
        pub struct $Op;
        impl BinOp for $Op {
            type StaticStatic<L: Nat, R: Nat> = $ss;
            type StaticDynamic<L: Nat, R: Dynamic> = $sd;
            type DynamicStatic<L: Dynamic, R: Nat> = $ds;
            #[inline(always)]
            fn run<T: Dynamic>($x: T, $y: T) -> T { $e }
            $(
                #[inline(always)]
                fn run_total<T: Dynamic>($x: T, $y: T) -> T { $total }
            )?
        }
        $(#[$m])*
        #[doc = operations!(@example $f $Alias $a, $b, $c)]
        pub type $Alias<A, B> = operations!(@apply $Op A B);
        $(#[$m])*
        #[doc = operations!(@example $f $Alias $a, $b, $c)]
        #[inline(always)]
        pub fn $f<A: Integer, B: Integer>(a: A, b: B) -> $Alias<A, B> {
            <$Alias<A, B>>::compute::<$Op, A, B>(a, b)
        }
    )* };
    (@apply OpMul $A:ident $B:ident) => { <$A as Integer>::Times<$B> };
    (@apply $Op:ident $A:ident $B:ident) => { <$A as Integer>::Apply<$Op, $B> };
    (@example $f:ident $Alias:ident $a:literal, $b:literal, $c:literal) => {
        concat!(
            "\n```\nuse zellige::{integer::{", stringify!($Alias), ", ", stringify!($f), "}, prelude::*};\n",
            "assert_eq!(", stringify!($f), "(int!(", $a, "), ", $b, "u32), ", $c, ");\n",
            "assert_type_eq_all!(", stringify!($Alias), "<int!(", $a, "), int!(", $b, ")>, int!(", $c, "));\n```"
        )
    };
}
/// The operations `+`, `-` and `*`, which panic on overflow if this crate is built with overflow
/// checks.
///
/// The operators of `core::ops`, as generic code calls them, have that check in their MIR in every
/// build. rustc's own code generator removes it in a release build, but a GPU backend that uses the
/// MIR unchanged would turn it into a trap in every offset. These methods are `#[inline]`, as those
/// operators are: with `inline(always)`, LLVM orders the instructions of some kernels differently
/// than those of their baselines.
#[doc(hidden)]
pub trait Arithmetic {
    /// Returns self + b.
    fn plus(self, b: Self) -> Self;
    /// Returns self - b.
    fn minus(self, b: Self) -> Self;
    /// Returns self * b.
    fn times(self, b: Self) -> Self;
}
macro_rules! arithmetic {
    ($($t:ty)*) => { $(
        impl Arithmetic for $t {
            #[inline]
            fn plus(self, b: Self) -> Self {
                self + b
            }
            #[inline]
            fn minus(self, b: Self) -> Self {
                self - b
            }
            #[inline]
            fn times(self, b: Self) -> Self {
                self * b
            }
        }
    )* };
}
arithmetic!(u32 usize i128);

/// Returns 1 if `so`, else 0.
#[inline(always)]
fn bit<T: Dynamic>(so: bool) -> T {
    if so { T::ONE } else { T::ZERO }
}
/// Returns the greatest common divisor, by Euclid's algorithm.
#[inline(always)]
fn greatest_divisor<T: Dynamic>(mut a: T, mut b: T) -> T {
    while b != T::ZERO {
        (a, b) = (b, a % b)
    }
    a
}

operations! {
    /// The product a * b.
    OpMul mul Mul(12, 8 = 96): L::Mul<R>, Absorbed<L, R>, Absorbed<R, L>, |a, b| a.times(b), total a.mul_modulo(b);
    /// The sum a + b.
    OpAdd add Add(12, 8 = 20): L::Add<R>, R, L, |a, b| a.plus(b), total a.add_modulo(b);
    /// The difference a - b, where b is not larger.
    OpSub sub Sub(12, 8 = 4): L::Sub<R>, R, L, |a, b| a.minus(b), total if a < b { T::ZERO } else { a.minus(b) };
    /// The quotient a / b, rounded down.
    OpDiv div Div(12, 8 = 1): Quotient<L, R>, Absorbed<L, R>, DividedBy<R, L>, |a, b| a / b, total if b == T::ZERO { T::ZERO } else { a / b };
    /// The remainder a mod b.
    OpRem rem Rem(12, 8 = 4): Remainder<L, R>, Absorbed<L, R>, DividedBy<R, UnlessByOne<L, R>>, |a, b| a % b, total if b == T::ZERO { T::ZERO } else { a % b };
    /// The quotient a / b, rounded up.
    OpCeilDiv ceil_div CeilDiv(12, 8 = 2): CeilQuotient<L, R>, R, DividedBy<R, L>, |a, b| a.ceil_quotient(b), total if b == T::ZERO { T::MOST } else { a.ceil_quotient(b) };
    /// The larger of a and b.
    OpMax max Max(12, 8 = 12): NatMax<L, R>, R, L, |a, b| Ord::max(a, b);
    /// The smaller of a and b.
    OpMin min Min(12, 8 = 8): NatMin<L, R>, R, L, |a, b| Ord::min(a, b);
    /// 1 if a < b, else 0.
    OpLess less_bit LessBit(8, 12 = 1): <Gt<R, L> as Bool>::Number, R, L, |a, b| bit(a < b);
    /// 1 if a = b, else 0.
    OpSame same_bit SameBit(12, 12 = 1): <L::Eq<R> as Bool>::Number, R, L, |a, b| bit(a == b);
    /// The bits in which a and b differ.
    OpXor xor Xor(12, 8 = 4): L::Xor<R>, R, L, |a, b| a ^ b;
    /// The greatest common divisor of a and b.
    OpGcd gcd Gcd(12, 8 = 4): L::Gcd<R>, R, L, |a, b| greatest_divisor(a, b);
}

/// The product of a static n and a run-time r, and also their quotient: a static 0 absorbs it.
#[total(types)]
fn absorbed(n: Nat, r: Dynamic) -> Integer {
    if n.is_zero() { 0 } else { r }
}
/// The remainder of l divided by the static n: by 1 it is 0.
#[total(types)]
fn unless_by_one(l: Dynamic, n: Nat) -> Integer {
    if n.is_one() { 0 } else { l }
}
/// The result of a division by the static n, if that is not 0.
#[total(types)]
fn divided_by(n: Nat, result: Integer) -> Integer {
    if n.is_zero() { refused::<DividedByZero, usize>() } else { result }
}
