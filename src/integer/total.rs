//! The arithmetic of operations that make layouts: it always has a result.
//!
//! If a product does not fit, or a run-time 0 divides, that result is a wrong number, and a layout
//! made from it a wrong layout. The operation compares the layout with its definition (module
//! [`run_time`](crate::run_time)) and reports the error at the caller's line; the arithmetic itself
//! never panics. Offsets of coordinates follow Rust's arithmetic, by the functions of the parent
//! module.

use super::*;
// A function and its type come from one module.
pub use super::{Add, CeilDiv, Div, Mul, Quot, Rem, Sub};

/// The operation O on values, with [`run_total`](BinOp::run_total) instead of [`run`](BinOp::run).
#[doc(hidden)]
pub struct Total<O>(O);
impl<O: BinOp> BinOp for Total<O> {
    const IS_TOTAL: bool = true;
    type StaticStatic<L: Nat, R: Nat> = O::StaticStatic<L, R>;
    type StaticDynamic<L: Nat, R: Dynamic> = O::StaticDynamic<L, R>;
    type DynamicStatic<L: Dynamic, R: Nat> = O::DynamicStatic<L, R>;
    #[inline(always)]
    fn run<T: Dynamic>(a: T, b: T) -> T {
        O::run_total(a, b)
    }
}

/// Defines functions on values. A division by a static number, which is not 0, always has a result:
/// it is the plain division.
macro_rules! functions {
    ($($(#[$m:meta])* $f:ident $Op:ident $Alias:ident $(, unless $B:ident is static)?;)*) => { $(
        $(#[$m])*
        #[inline(always)]
        pub fn $f<A: Integer, B: Integer>(a: A, b: B) -> $Alias<A, B> {
            $(
                if const { !$B::IS_RUN_TIME } {
                    return <$Alias<A, B>>::compute::<$Op, A, B>(a, b);
                }
            )?
            <$Alias<A, B>>::compute::<Total<$Op>, A, B>(a, b)
        }
    )* };
}
functions! {
    /// Returns a * b, modulo 2^32 or 2^64.
    mul OpMul Mul;
    /// Returns a + b, modulo 2^32 or 2^64.
    add OpAdd Add;
    /// Returns a - b, or 0 if b is larger.
    sub OpSub Sub;
    /// Returns a / b, rounded down; 0 for b = 0.
    div OpDiv Div, unless B is static;
    /// Returns a mod b; 0 for b = 0.
    rem OpRem Rem, unless B is static;
    /// Returns a / b, rounded up; the largest number for b = 0, as for a walk that never leaves its
    /// position.
    ceil_div OpCeilDiv CeilDiv, unless B is static;
    /// Returns the same as [`div`] at less cost to the compiler, after the question whether the
    /// division is exact.
    quot OpDiv Quot, unless B is static;
}
