//! Tuples in their own forms, so that the compiler knows these forms.

use super::IntTuple;
use super::tuple_reasons::PartRefused;
use crate::branches::RolesInForm;
use crate::profile::{AnyForm, Profile};
use crate::ranks::for_tuples;
use crate::refusal::Refused;

/// Makes the form of a tuple known to the compiler. Every [`Profile`] has this.
#[doc(hidden)]
pub trait Forming {
    /// The form itself.
    type Form: Profile;
    /// T in its form: T itself, with a form that the compiler now knows.
    type Of<T: IntTuple>: IntTuple<Profile = Self::Form> + RolesInForm<Self::Form>;
    /// Returns `t` itself.
    fn of<T: IntTuple>(t: T) -> Self::Of<T>;
    /// T, a composition with a layout of this form: T itself, with a form that the compiler now
    /// knows.
    type RefinedOf<T: IntTuple>: IntTuple<Profile = <Self::Form as Profile>::Refined<T::Profile>>;
    /// Returns `t` itself.
    fn refined<T: IntTuple>(t: T) -> Self::RefinedOf<T>;
}
impl Forming for usize {
    type Form = usize;
    type Of<T: IntTuple> = T::Leaf;
    #[inline(always)]
    fn of<T: IntTuple>(t: T) -> T::Leaf {
        t.leaf()
    }
    type RefinedOf<T: IntTuple> = T;
    #[inline(always)]
    fn refined<T: IntTuple>(t: T) -> T {
        t
    }
}
impl Forming for () {
    type Form = ();
    type Of<T: IntTuple> = ();
    #[inline(always)]
    fn of<T: IntTuple>(_: T) {}
    type RefinedOf<T: IntTuple> = ();
    #[inline(always)]
    fn refined<T: IntTuple>(_: T) {}
}
impl Forming for AnyForm {
    type Form = AnyForm;
    type Of<T: IntTuple> = Refused<PartRefused<T>, AnyForm>;
    #[inline(always)]
    fn of<T: IntTuple>(_: T) -> Self::Of<T> {
        Refused::UNIT
    }
    type RefinedOf<T: IntTuple> = T;
    #[inline(always)]
    fn refined<T: IntTuple>(t: T) -> T {
        t
    }
}
macro_rules! node {
    ($($t:ident)+) => {
        impl<$($t: Profile),+> Forming for ($($t,)+) {
            type Form = Self;
            type Of<T: IntTuple> = node!(@of T, [] $($t)+);
            #[inline(always)]
            fn of<T: IntTuple>(t: T) -> Self::Of<T> {
                node!(@value t, [] $($t)+)
            }
            type RefinedOf<T: IntTuple> = node!(@refined_of T, [] $($t)+);
            #[inline(always)]
            fn refined<T: IntTuple>(t: T) -> Self::RefinedOf<T> {
                node!(@refined_value t, [] $($t)+)
            }
        }
    };
    // Entry by entry, down the tails of the argument.
    (@of $T:ty, [$($done:tt)*]) => { ($($done)*) };
    (@of $T:ty, [$($done:tt)*] $P:ident $($p:ident)*) => {
        node!(@of <$T as IntTuple>::Tail, [$($done)* <<$T as IntTuple>::Head as IntTuple>::Formed<$P>,] $($p)*)
    };
    (@value $t:expr, [$($done:tt)*]) => { ($($done)*) };
    (@value $t:expr, [$($done:tt)*] $P:ident $($p:ident)*) => {
        node!(@value $t.tail(), [$($done)* $t.head().formed::<$P>(),] $($p)*)
    };
    (@refined_of $T:ty, [$($done:tt)*]) => { ($($done)*) };
    (@refined_of $T:ty, [$($done:tt)*] $P:ident $($p:ident)*) => {
        node!(@refined_of <$T as IntTuple>::Tail, [$($done)* <<$T as IntTuple>::Head as IntTuple>::Refined<$P>,] $($p)*)
    };
    (@refined_value $t:expr, [$($done:tt)*]) => { ($($done)*) };
    (@refined_value $t:expr, [$($done:tt)*] $P:ident $($p:ident)*) => {
        node!(@refined_value $t.tail(), [$($done)* $t.head().refined::<$P>(),] $($p)*)
    };
}
for_tuples!(node);
