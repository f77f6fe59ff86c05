//! Equality of tuples: the same nesting and the same numbers, static or not.

use crate::integer::{Eq, Integer};
use crate::number::Bool;
use crate::tuple::*;

/// Returns true if `a` and `b` have the same nesting and the same numbers, whether these are static or known only when the program runs.
/// CuTe: `a == b`.
///
/// The types need not be the same, so this is also for generic code: `L::Shape` and `M::Shape` of two layouts. A
/// refused integer is equal to none.
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

/// The equality of tuples, by the kind of the first.
#[doc(hidden)]
pub trait EqualTo {
    /// Returns true if `a` is equal to `b`.
    fn equal<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool;
    /// The same of two leaves, by what their coordinates are: a number's is itself, a point's is a tuple.
    fn equal_coordinates<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool;
}
impl EqualTo for Leaf {
    #[inline(always)]
    fn equal<A: IntTuple, B: IntTuple>(a: A, b: B) -> bool {
        if const { !is_leaf::<B>() } {
            return false;
        }
        let (a, b) = (a.leaf().coordinate(), b.leaf().coordinate());
        <<<A::Leaf as AsCoordinate>::Coordinate as IntTuple>::Kind as EqualTo>::equal_coordinates(
            a, b,
        )
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

/// The number that `t` is, if it is one of less than 128 bits: no tuple, no step along an axis, not refused.
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
        && is_leaf::<<T::Leaf as AsCoordinate>::Coordinate>()
        && !<T::IsRefused as Bool>::VALUE
}
