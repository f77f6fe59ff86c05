//! Equality of tuples: the same nesting and the same numbers, static or not.

use crate::integer::{Eq, Integer};
use crate::number::Bool;
use crate::tuple::*;

/// Returns whether `a` and `b` have the same nesting and the same numbers, static or known only at
/// run time. CuTe: `a == b`.
///
/// The types may differ, so this also serves generic code: `L::Shape` and `M::Shape` of two
/// layouts. A refused integer equals no integer.
///
/// ```
/// use zellige::{prelude::*, tuple::equality::equal};
/// assert!(equal(shape!((8, (4, 4))), (8u32, (4usize, int!(4)))));
/// assert!(!equal(shape!((8, 16)), shape!((8, (4, 4)))));
/// assert!(!equal(shape!((8,)), shape!(8)));            // one mode and an integer differ, as in CuTe
/// ```
#[inline(always)]
pub fn equal<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool {
    <A::Kind as EqualTo>::equal(a, b)
}

/// The equality of tuples, dispatched on the kind of the first.
#[doc(hidden)]
pub trait EqualTo {
    /// Returns whether `a` is equal to `b`.
    fn equal<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool;
    /// The same for two leaves, dispatched on their coordinates: the coordinate of a number is the
    /// number, that of a point is a tuple.
    fn equal_coordinates<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool;
}
impl EqualTo for Leaf {
    #[inline(always)]
    fn equal<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool {
        if const { !is_leaf::<B>() } {
            return false;
        }
        let (a, b) = (a.leaf().coordinate(), b.leaf().coordinate());
        <<<A::Leaf as Integer>::Coordinate as IntTuple>::Kind as EqualTo>::equal_coordinates(a, b)
    }
    #[inline(always)]
    fn equal_coordinates<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool {
        if const { !(A::HAS_RUN_TIME || B::HAS_RUN_TIME) } {
            return const { is_leaf::<B>() && <Eq<A::Leaf, B::Leaf> as Bool>::VALUE };
        }
        match (number(a), number(b)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        }
    }
}
impl EqualTo for Empty {
    #[inline(always)]
    fn equal<A: IntTuple, B: IntTuple>(_: A, _: B) -> bool {
        const { <B::IsEmpty as Bool>::VALUE }
    }
    #[inline(always)]
    fn equal_coordinates<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool {
        equal(a, b)
    }
}
impl EqualTo for Node {
    #[inline(always)]
    fn equal<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool {
        if const { !is_node::<B>() } {
            return false;
        }
        equal(a.head(), b.head()) && equal(a.tail(), b.tail())
    }
    #[inline(always)]
    fn equal_coordinates<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool {
        equal(a, b)
    }
}

/// True if T is an integer.
const fn is_leaf<T: IntTuple>() -> bool {
    <<T::Kind as Kind>::IsLeaf as Bool>::VALUE
}
/// True if T is a tuple with a first mode.
pub(crate) const fn is_node<T: IntTuple>() -> bool {
    <<T::Kind as Kind>::IsNode as Bool>::VALUE
}

/// Returns the number `t`, if it is a number of less than 128 bits: not a tuple, not a step along
/// an axis, not refused.
#[inline(always)]
pub(crate) fn number<T: IntTuple>(t: T) -> Option<i128> {
    if const { !is_number::<T>() } {
        return None;
    }
    let number = t.leaf().projected();
    // A static number of 128 bits or more has the other sign here.
    let wraps = match const { (T::IS_UNSIGNED, T::HAS_RUN_TIME) } {
        (true, _) => number < 0,
        (false, is_run_time) => !is_run_time && number > 0,
    };
    (!wraps).then_some(number)
}
/// True if T is a number.
const fn is_number<T: IntTuple>() -> bool {
    is_leaf::<T>()
        && is_leaf::<<T::Leaf as Integer>::Coordinate>()
        && !<T::IsRefused as Bool>::VALUE
}
