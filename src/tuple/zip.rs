//! Two tuples side by side: a [`Zipper`] combines the corresponding modes.
//!
//! ```text
//! Ahead<1> of (8,4,2) and (16,32)   =  ((8,16),(4,32),(2,1))
//! ```
//!
//! As in `algebra::tree`, this is a double dispatch: one tuple passes its entries to the other
//! (`Under2<A0, A1>` of `(B0, B1, B2)`), so that each tuple is examined once, not for every entry.

use crate::profile::Profile;
use crate::ranks::for_ranks;
use crate::refusal::{Reason, Refused};
use crate::tuple::IntTuple;

/// The combination of two corresponding modes.
pub trait Zipper: 'static {
    /// The substitute for a mode that the first tuple lacks.
    type First: IntTuple;
    /// The substitute for a mode that the second tuple lacks.
    type Second: IntTuple;
    /// The mode of the result.
    type Of<A: IntTuple, B: IntTuple>: IntTuple;
    /// The mode of the result.
    fn of<A: IntTuple, B: IntTuple>(a: A, b: B) -> Self::Of<A, B>;
}

/// The pairs of the modes of A and B, with X for missing modes.
pub struct Ahead<X>(X);
/// The pairs of the modes of B and A, with X for missing modes.
pub struct Behind<X>(X);
impl<X: IntTuple> Zipper for Ahead<X> {
    type First = X;
    type Second = X;
    type Of<A: IntTuple, B: IntTuple> = (A, B);
    #[inline(always)]
    fn of<A: IntTuple, B: IntTuple>(a: A, b: B) -> (A, B) {
        (a, b)
    }
}
impl<X: IntTuple> Zipper for Behind<X> {
    type First = X;
    type Second = X;
    type Of<A: IntTuple, B: IntTuple> = (B, A);
    #[inline(always)]
    fn of<A: IntTuple, B: IntTuple>(a: A, b: B) -> (B, A) {
        (b, a)
    }
}

/// `Zip` is called on the first tuple and `Under<n>` on the second.
macro_rules! zipping {
    ($(($Under:ident $under:ident $($A:ident $B:ident),*))+) => {
        /// The modes of two tuples, side by side.
        pub trait ZippingModes: Sized {
            /// The combination by F of the modes of self and B.
            type Zip<F: Zipper, B: IntTuple>: IntTuple;
            /// The combination by F of the modes of `self` and `b`.
            fn zip<F: Zipper, B: IntTuple>(self, b: B) -> Self::Zip<F, B>;
            $(
                /// The combination by F of these entries and the modes of self.
                type $Under<F: Zipper, $($A: IntTuple),*>: IntTuple;
                /// The combination by F of these entries and the modes of `self`.
                fn $under<F: Zipper, $($A: IntTuple),*>(self, a: ($($A,)*)) -> Self::$Under<F, $($A),*>;
            )+
        }
        impl<E: Reason, Q: Profile> ZippingModes for Refused<E, Q> {
            type Zip<F: Zipper, B: IntTuple> = Self;
            #[inline(always)]
            fn zip<F: Zipper, B: IntTuple>(self, _: B) -> Self {
                self
            }
            $(
                type $Under<F: Zipper, $($A: IntTuple),*> = Self;
                #[inline(always)]
                fn $under<F: Zipper, $($A: IntTuple),*>(self, _: ($($A,)*)) -> Self {
                    self
                }
            )+
        }
        zipping!(@tuples [$(($Under $under $($A)*))+] $(($Under $under $($B)*))+);
    };
    (@tuples $all:tt $(($Under:ident $under:ident $($B:ident)*))+) => { $(zipping!(@tuple $all $Under $under ($($B)*));)+ };
    (@tuple [$(($Other:ident $other:ident $($A:ident)*))+] $Under:ident $under:ident $entries:tt) => {
        zipping!(@impl $Under $under $entries { $(zipping!(@under $Other $other ($($A)*) $entries);)+ });
    };
    (@impl $Under:ident $under:ident ($($B:ident)*) { $($all:tt)* }) => {
        #[allow(non_snake_case, clippy::unused_unit)]
        impl<$($B: IntTuple),*> ZippingModes for ($($B,)*) {
            type Zip<F: Zipper, R: IntTuple> = <R::ZipModes as ZippingModes>::$Under<F, $($B),*>;
            #[inline(always)]
            fn zip<F: Zipper, R: IntTuple>(self, r: R) -> Self::Zip<F, R> {
                r.zip_modes().$under::<F, $($B),*>(self)
            }
            $($all)*
        }
    };
    (@under $Under:ident $under:ident ($($A:ident)*) ($($B:ident)*)) => {
        type $Under<F: Zipper, $($A: IntTuple),*> = zipping!(@types [] ($($A)*) ($($B)*));
        #[inline(always)]
        fn $under<F: Zipper, $($A: IntTuple),*>(self, a: ($($A,)*)) -> Self::$Under<F, $($A),*> {
            let (($($A,)*), ($($B,)*)) = (a, self);
            zipping!(@values [] ($($A)*) ($($B)*))
        }
    };
    (@types [$($t:ty,)*] () ()) => { ($($t,)*) };
    (@types [$($t:ty,)*] ($A:ident $($a:ident)*) ($B:ident $($b:ident)*)) => { zipping!(@types [$($t,)* F::Of<$A, $B>,] ($($a)*) ($($b)*)) };
    (@types [$($t:ty,)*] ($A:ident $($a:ident)*) ()) => { zipping!(@types [$($t,)* F::Of<$A, F::Second>,] ($($a)*) ()) };
    (@types [$($t:ty,)*] () ($B:ident $($b:ident)*)) => { zipping!(@types [$($t,)* F::Of<F::First, $B>,] () ($($b)*)) };
    (@values [$($e:expr,)*] () ()) => { ($($e,)*) };
    (@values [$($e:expr,)*] ($A:ident $($a:ident)*) ($B:ident $($b:ident)*)) => { zipping!(@values [$($e,)* F::of($A, $B),] ($($a)*) ($($b)*)) };
    (@values [$($e:expr,)*] ($A:ident $($a:ident)*) ()) => { zipping!(@values [$($e,)* F::of($A, F::Second::UNCHECKED),] ($($a)*) ()) };
    (@values [$($e:expr,)*] () ($B:ident $($b:ident)*)) => { zipping!(@values [$($e,)* F::of(F::First::UNCHECKED, $B),] () ($($b)*)) };
}
macro_rules! with_empty {
    ($($all:tt)*) => { zipping!((Under0 under0) $($all)*); };
}
for_ranks!(with_empty);

/// The combination by F of the modes of A and B.
pub type Zip<F, A, B> = <<A as IntTuple>::ZipModes as ZippingModes>::Zip<F, B>;
/// The combination by F of the modes of `a` and `b`.
#[inline(always)]
pub fn zip<F: Zipper, A: IntTuple, B: IntTuple>(a: A, b: B) -> Zip<F, A, B> {
    a.zip_modes().zip::<F, B>(b)
}
