//! Questions about two integers that may have no answer at compile time.

use super::*;

/// A question to which the compiler may not know the answer.
#[doc(hidden)]
pub trait Question: RolesOfQuestion {
    /// The answer about two static numbers.
    type Static<L: Nat, R: Nat>: Bool;
    /// The answer if one of them is dynamic.
    type Unknown: Bool;
}

macro_rules! questions {
    ($($(#[$m:meta])* $P:ident: $ss:ty, $u:ty;)*) => { $(
        #[doc(hidden)]
        $(#[$m])*
        pub struct $P;
        impl Question for $P {
            type Static<L: Nat, R: Nat> = $ss;
            type Unknown = $u;
        }
    )* };
}
questions! {
    /// True if L is known to be R.
    IsEq: L::Eq<R>, B0;
    /// True if L is at least R, as far as known.
    IsGe: Ge<L, R>, B1;
    /// True if L is known to be at least R.
    IsGeKnown: Ge<L, R>, B0;
    /// True if L is larger than R, as far as known.
    IsGt: Gt<L, R>, B1;
    /// True if L is known to be larger than R.
    IsGtKnown: Gt<L, R>, B0;
    /// True if L is a multiple of R, as far as known.
    IsMultiple: <Remainder<L, R> as Integer>::IsZero, B1;
}
