//! Tuples in their own profiles, so that the compiler knows these profiles.

use super::IntTuple;
use super::tuple_reasons::PartRefused;
use crate::branches::RolesInProfile;
use crate::profile::{Profile, ProfileOfRefused};
use crate::ranks::for_tuples;
use crate::refusal::Refused;

/// Makes the profile of a tuple known to the compiler. Every [`Profile`] has this.
#[doc(hidden)]
pub trait KnownProfile {
    /// The profile itself.
    type Itself: Profile;
    /// T in its profile: T itself, with a profile that the compiler now knows.
    type Of<T: IntTuple>: IntTuple<Profile = Self::Itself> + RolesInProfile<Self::Itself>;
    /// Returns `t` itself.
    fn of<T: IntTuple>(t: T) -> Self::Of<T>;
    /// T, a composition with a layout of this profile: T itself, with a profile that the compiler
    /// now knows.
    type RefinedOf<T: IntTuple>: IntTuple<Profile = <Self::Itself as Profile>::Refined<T::Profile>>;
    /// Returns `t` itself.
    fn refined<T: IntTuple>(t: T) -> Self::RefinedOf<T>;
}
impl KnownProfile for usize {
    type Itself = usize;
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
impl KnownProfile for () {
    type Itself = ();
    type Of<T: IntTuple> = ();
    #[inline(always)]
    fn of<T: IntTuple>(_: T) {}
    type RefinedOf<T: IntTuple> = ();
    #[inline(always)]
    fn refined<T: IntTuple>(_: T) {}
}
impl KnownProfile for ProfileOfRefused {
    type Itself = ProfileOfRefused;
    type Of<T: IntTuple> = Refused<PartRefused<T>, ProfileOfRefused>;
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
        impl<$($t: Profile),+> KnownProfile for ($($t,)+) {
            type Itself = Self;
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
        node!(@of <$T as IntTuple>::Tail, [$($done)* <<$T as IntTuple>::Head as IntTuple>::WithProfile<$P>,] $($p)*)
    };
    (@value $t:expr, [$($done:tt)*]) => { ($($done)*) };
    (@value $t:expr, [$($done:tt)*] $P:ident $($p:ident)*) => {
        node!(@value $t.tail(), [$($done)* $t.head().with_profile::<$P>(),] $($p)*)
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
