//! The same numbers in a tuple of another type: all at run time, or static where they are known.

use super::equality::{equal, is_node, number};
use crate::integer::Dynamic;
use crate::number::*;
use crate::profile::Profile;
use crate::ranks::for_tuples;
use crate::refusal::{Reason, Refused};
use crate::tuple::IntTuple;

/// Conversions to tuples with the same numbers. Every [`IntTuple`] has this.
///
/// ```
/// use zellige::{prelude::*, tuple::conversion::TupleConversion};
/// type Shape = shape!((8, (4, 2)));
/// assert_type_eq_all!(<Shape as TupleConversion>::AtRunTime<u32>, (u32, (u32, u32)));
/// ```
///
/// For layouts, see [`to_dynamic`](crate::Conversion::to_dynamic).
#[doc(alias("fill_int_tuple_from", "make_int_tuple_from"))]
pub trait TupleConversion: Copy {
    /// The tuple with all integers at run time: unsigned ones as W, the others as the signed kind
    /// of W.
    type AtRunTime<W: Dynamic>: IntTuple<Profile = <Self as IntTuple>::Profile>
    where
        Self: IntTuple;
    /// The value of this type that is equal to `t`, if there is one.
    #[doc(hidden)]
    fn of_equal<T: IntTuple>(t: T) -> Option<Self>;
}

macro_rules! leaf {
    ([$($g:tt)*] $t:ty, [$W:ident] $AtRunTime:ty, |$T:ident, $from:ident| $e:expr) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)*> TupleConversion for $t {
            type AtRunTime<$W: Dynamic> = $AtRunTime;
            #[inline(always)]
            fn of_equal<$T: IntTuple>($from: $T) -> Option<Self> {
                let value: Self = $e;
                equal(value, $from).then_some(value)
            }
        }
    };
}
pub(crate) use leaf;
leaf!([] UTerm, [W] W, |T, t| UTerm);
leaf!([] N1, [W] W, |T, t| Nat::UNIT);
leaf!([U: Positive] UInt<U, B0>, [W] W, |T, t| Nat::UNIT);
leaf!([U: Positive] UInt<U, B1>, [W] W, |T, t| Nat::UNIT);
leaf!([] u32, [W] W, |T, t| Self::try_from(number(t)?).ok()?);
leaf!([] usize, [W] W, |T, t| Self::try_from(number(t)?).ok()?);
leaf!([E: Reason, P: Profile] Refused<E, P>, [W] Self, |T, t| Refused::default());

#[diagnostic::do_not_recommend]
impl TupleConversion for () {
    type AtRunTime<W: Dynamic> = ();
    #[inline(always)]
    fn of_equal<T: IntTuple>(_: T) -> Option<()> {
        const { <T::IsEmpty as Bool>::VALUE }.then_some(())
    }
}
macro_rules! node {
    ($H:ident $($t:ident)*) => {
        #[allow(non_snake_case)]
        #[diagnostic::do_not_recommend]
        impl<$H: IntTuple $(, $t: IntTuple)*> TupleConversion for ($H, $($t,)*) {
            type AtRunTime<W: Dynamic> = ($H::AtRunTime<W>, $($t::AtRunTime<W>,)*);
            #[inline(always)]
            fn of_equal<T: IntTuple>(t: T) -> Option<Self> {
                if const { !is_node::<T>() } {
                    return None;
                }
                let $H = $H::of_equal(t.head())?;
                let ($($t,)*) = <($($t,)*)>::of_equal(t.tail())?;
                Some(($H, $($t,)*))
            }
        }
    };
}
for_tuples!(node);
