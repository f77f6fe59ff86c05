//! The strides of this module as leaves of tuples.

use super::*;
use crate::profile::Profile;
use crate::refusal::{Leaves, Message, Refusal};
use crate::tuple::equality::{equal, number};
use crate::tuple::tuple_reasons::NoSuchMode;
use crate::tuple::{self, first_inside, write_static};

tuple::leaf!([N: Nat] Negative<N>, refused B0, None, static Negative::UNIT,
    text Message::new().s("_-").number(N::N),
    leaves Leaves::of(N::N, true), |_v| <Self as IntTuple>::LEAVES,
    write |_, f| write_static::<N>("_-", f), at run time W::Signed);
macro_rules! signed_leaf {
    ($t:ty) => {
        tuple::leaf!([] Signed<$t>, refused B0, None, static Signed::new(0), text Message::new().s("?"),
            leaves Leaves::one(None), |v| Leaves::one(Some(v.get() as i64)),
            write |v, f| write!(f, "{}", v.get()),
            at run time W::Signed, |t| <$t>::try_from(number(t)?).ok().map(Signed::new));
    };
}
signed_leaf!(i32);
signed_leaf!(isize);
tuple::leaf!([V: Integer, P: IntTuple] ScaledBasis<V, P>,
refused <V::IsRefused as Bool>::Or<P::IsRefused>, first_inside(&[V::REFUSAL, P::REFUSAL]),
static ScaledBasis::new(V::UNCHECKED), text axis_text(V::TEXT, &P::LEAVES),
leaves Leaves::no_number(&V::LEAVES, <Self as IntTuple>::REFUSAL),
|v| Leaves::no_number(&v.value().leaves(), <Self as IntTuple>::REFUSAL),
write |v, f| {
    v.value().write(f)?;
    f.write_str(axis_text(Message::new(), &P::LEAVES).as_str())
}, at run time ScaledBasis<<V::AtRunTime<W> as IntTuple>::Leaf, P>,
|t| Some(ScaledBasis::new(V::of_equal(t.leaf().factor())?)).filter(|&value| equal(value, t)));
tuple::leaf!([T: IntTuple] ArithmeticTuple<T>, refused T::IsRefused, T::REFUSAL,
static ArithmeticTuple::new(T::UNCHECKED), text Message::new().s("ArithTuple").cat(&T::TEXT),
leaves Leaves::no_number(&T::LEAVES, T::REFUSAL),
|v| Leaves::no_number(&v.coordinate().leaves(), T::REFUSAL),
write |v, f| {
    f.write_str("ArithTuple")?;
    v.coordinate().write(f)
}, at run time ArithmeticTuple<T::AtRunTime<W>>,
|t| Some(ArithmeticTuple::new(T::of_equal(t.leaf().coordinate())?)).filter(|&value| equal(value, t)));
