//! `reasons!`: a type for each rule of a layer, with the operands as its parameters, and its
//! message.
//!
//! The reasons themselves are in the layer that refuses, in its file `LAYER_reasons.rs` or, if
//! there are only one or two, next to the code.

use super::{Reason, Refusal};

macro_rules! reasons {
    ($($(#[$m:meta])* $E:ident[$($g:ident: $b:path),*] => $refusal:expr;)*) => { $(
        $(#[$m])*
        #[doc(hidden)]
        pub struct $E<$($g),*>(core::marker::PhantomData<($($g,)*)>);
        impl<$($g),*> Copy for $E<$($g),*> {}
        impl<$($g),*> Clone for $E<$($g),*> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<$($g: $b),*> $crate::refusal::Reason for $E<$($g),*> {
            const REFUSAL: $crate::refusal::Refusal = $refusal;
        }
    )* };
}
pub(crate) use reasons;

/// Returns the refusal for the reason E.
///
/// rustc computes the constants that a `const` names before the `const` itself, including those of
/// all branches. It computes those of a function only when the function is called. So no message is
/// built for a layout that exists.
pub(crate) const fn because<E: Reason>() -> Refusal {
    E::REFUSAL
}
/// Returns the first of the earlier refusals, which an operand already carries, or else this
/// refusal.
pub(crate) const fn earlier_or(earlier: &[Option<Refusal>], refusal: Refusal) -> Refusal {
    match first_of(earlier) {
        Some(first) => first,
        None => refusal,
    }
}
/// Returns the first refusal, if there is one.
pub(crate) const fn first_of(refusals: &[Option<Refusal>]) -> Option<Refusal> {
    let mut i = 0;
    while i < refusals.len() {
        if refusals[i].is_some() {
            return refusals[i];
        }
        i += 1;
    }
    None
}
