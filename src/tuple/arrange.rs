//! Rearranging tuples: join, zip, transpose, unflatten.

use crate::profile::ProfileOfRefused;
use crate::refusal::{Refused, refused};
use crate::tuple::access::Flatten;
use crate::tuple::measure::*;
use crate::tuple::tuple_reasons::{DifferentRanks, NotCongruent};
use crate::tuple::*;
use zellige_macros::total;

/// The modes of `s` as a tuple; a single mode, `8` or `(8,)`, stays the same: `(8,)`, `((8,),)`.
#[total]
pub(crate) fn spread(s: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => as_tuple(s),
        Empty => (),
        Node => {
            if s.tail().is_empty() {
                (s,)
            } else {
                s
            }
        }
    }
}
/// The tuple `s` as a tuple of modes; an integer is one mode.
#[total]
pub(crate) fn as_tuple(s: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => {
            if s.is_refused() {
                s
            } else {
                (s,)
            }
        }
        Empty => (),
        Node => s,
    }
}

/// The modes of `s`, then those of `r`, in one tuple; an integer is one mode.
///
/// ```
/// use zellige::{prelude::*, tuple::arrange::{Join, join}};
/// assert_type_eq_all!(Join<shape!((2, 3)), shape!((5, 7))>, shape!((2, 3, 5, 7)));
/// assert_eq!(join((2u32, (3u32, 5u32)), (7u32, 11u32)), (2, (3, 5), 7, 11));
/// ```
#[doc(alias = "tuple_cat")]
#[total]
pub fn join(s: IntTuple, r: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => prepended(r, s),
        Empty => r,
        Node => prepended(join(s.tail(), r), s.head()),
    }
}

/// The tuple of the pairs of corresponding modes in `a` and `b`. CuTe: `zip(a, b)`.
///
/// ```
/// use zellige::{prelude::*, tuple::arrange::{Zip2, zip2}};
/// assert_type_eq_all!(Zip2<shape!((2, 3)), shape!((5, 7))>, shape!(((2, 5), (3, 7))));
/// assert_eq!(zip2((2u32, 3u32), (5u32, (7u32, 11u32))), ((2, 5), (3, (7, 11))));
/// ```
#[doc(alias("zip2_by", "zip"))]
#[total]
pub fn zip2(a: IntTuple, b: IntTuple) -> IntTuple {
    match a.kind() {
        Leaf => ((a, b),),
        Empty => both_empty(a, b),
        Node => prepended(zip2(a.tail(), b.tail()), (a.head(), b.head())),
    }
}

/// The tuple whose mode j has mode j of every entry of `s`. CuTe: `zip`.
///
/// ```
/// use zellige::{prelude::*, tuple::arrange::{Transpose, transpose}};
/// assert_type_eq_all!(Transpose<shape!(((2, 3), (5, 7)))>, shape!(((2, 5), (3, 7))));
/// assert_eq!(transpose(((2u32, 3u32), (5u32, 7u32))), ((2, 5), (3, 7)));
/// ```
#[doc(alias = "zip")]
#[total]
pub fn transpose(s: IntTuple) -> IntTuple {
    // The first entry determines how many modes the entries have.
    match s.head().kind() {
        Leaf => s,
        Empty => {
            if Integer::is_zero(rank(flatten(s))) {
                ()
            } else {
                refused::<DifferentRanks, ProfileOfRefused>()
            }
        }
        Node => prepended(transpose(tails(s)), heads(s)),
    }
}
/// The first modes of all entries of `s`.
#[total]
fn heads(s: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => refused::<DifferentRanks, ProfileOfRefused>(),
        Empty => (),
        Node => prepended(heads(s.tail()), s.head().head()),
    }
}
/// All entries of `s`, without their first modes.
#[total]
fn tails(s: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => refused::<DifferentRanks, ProfileOfRefused>(),
        Empty => (),
        Node => prepended(tails(s.tail()), s.head().tail()),
    }
}

/// The modes of the flat tuple `s`, nested as the profile `p`. CuTe: `unflatten`.
///
/// ```
/// use zellige::{prelude::*, tuple::arrange::{Unflatten, unflatten}};
/// assert_type_eq_all!(Unflatten<shape!((2, 3, 5)), shape!((0, (0, 0)))>, shape!((2, (3, 5))));
/// assert_eq!(unflatten((2u32, 3u32, 5u32), shape!((0, (0, 0)))), (2, (3, 5)));
/// ```
#[total]
pub fn unflatten(s: IntTuple, p: IntTuple) -> IntTuple {
    if IntTuple::is_empty(second(nested(s, p))) {
        IntTuple::head(nested(s, p))
    } else {
        refused::<NotCongruent<S, P>, ProfileOfRefused>()
    }
}
/// The pair of a tuple of profile `p`, made of the first modes of `s`, and the remaining modes.
#[total]
fn nested(s: IntTuple, p: IntTuple) -> IntTuple {
    match p.kind() {
        Leaf => (s.head(), s.tail()),
        Empty => ((), s),
        Node => {
            let head: IntTuple = nested(s, p.head());
            let tail: IntTuple = nested(second(head), p.tail());
            (prepended(tail.head(), head.head()), second(tail))
        }
    }
}
/// The second mode of `s`.
#[total]
fn second(s: IntTuple) -> IntTuple {
    s.tail().head()
}
