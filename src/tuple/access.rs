//! Functions on the modes of a tuple: get, select, take, group, replace, append, flatten.
//!
//! The index of a mode is a static integer. A mode that does not exist is refused with
//! [`Code::NoSuchMode`](crate::refusal::Code::NoSuchMode).

use crate::profile::ProfileOfRefused;
use crate::refusal::{Refused, refused};
use crate::tuple::measure::*;
use crate::tuple::tuple_reasons::{NoMode, NoRange, RankTooSmall, RunTimeIndex};
use crate::tuple::*;
use zellige_macros::total;

/// The mode of `s` with the static number `i`, or at the path `i`: `(1, 0)` is mode 0 of mode 1.
/// CuTe: `get<1>`, `get<1, 0>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::{Get, get}};
/// assert_type_eq_all!(Get<shape!((8, (4, 2))), int!(1)>, shape!((4, 2)));
/// let s = (int!(8), (4u32, 5u32));
/// assert_eq!(get(s, int!(1)), (4, 5));
/// assert_eq!(get(s, coord!((1, 0))), 4);
/// ```
#[total]
pub fn get(s: IntTuple, i: IntTuple) -> IntTuple {
    match i.kind() {
        Leaf => numbered_mode(s, i.leaf()),
        Empty => s,
        Node => get(get(s, i.head()), i.tail()),
    }
}
/// The mode of `s` with the number `i`, if that is static and the mode exists.
#[total]
fn numbered_mode(s: IntTuple, i: Integer) -> IntTuple {
    if i.is_static() {
        mode_in_rank(s, known(i))
    } else {
        refused::<RunTimeIndex, ProfileOfRefused>()
    }
}
/// The mode of `s` with the number `i`, if it exists.
#[total]
fn mode_in_rank(s: IntTuple, i: Nat) -> IntTuple {
    if gt(s.rank(), i) { nth(s, i) } else { refused::<NoMode<S, I>, ProfileOfRefused>() }
}
/// The mode of `s` with the number `i`, which exists.
#[total]
fn nth(s: IntTuple, i: Nat) -> IntTuple {
    if i.is_zero() { s.head() } else { nth(s.tail(), pred(i)) }
}

/// The tuple of the modes of `s` with the static numbers in `i`. CuTe: `select<0, 2>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::{Select, select}};
/// assert_type_eq_all!(Select<shape!((2, 3, 5)), coord!((2, 0))>, shape!((5, 2)));
/// assert_eq!(select((2u32, 3u32, 5u32), coord!((2, 0))), (5, 2));
/// ```
#[total]
pub fn select(s: IntTuple, i: IntTuple) -> IntTuple {
    match i.kind() {
        Leaf => (numbered_mode(s, i.leaf()),),
        Empty => (),
        Node => prepended(select(s, i.tail()), get(s, i.head())),
    }
}

/// The tuple of the first `n` modes of `s`.
#[total]
pub(crate) fn take(s: IntTuple, n: Nat) -> IntTuple {
    if n.is_zero() { () } else { prepended(take(s.tail(), pred(n)), s.head()) }
}
/// The tuple of all modes of `s` but the first `n`.
#[total]
fn drop_modes(s: IntTuple, n: Nat) -> IntTuple {
    if n.is_zero() { s } else { drop_modes(s.tail(), pred(n)) }
}
/// True if `s` has the modes from `b` to `e` (exclusive), and there are any.
#[total(types)]
fn is_range(s: IntTuple, b: Nat, e: Nat) -> Bool {
    gt(e, b) && ge(s.rank(), e)
}

/// The tuple of the modes from `b` to `e` (exclusive) of `s`. CuTe: `take<1, 3>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::{TakeRange, take_range}};
/// assert_type_eq_all!(TakeRange<shape!((2, 3, 5, 7)), int!(1), int!(3)>, shape!((3, 5)));
/// assert_eq!(take_range((2u32, 3u32, 5u32, 7u32), int!(1), int!(3)), (3, 5));
/// ```
#[doc(alias = "take")]
#[total]
pub fn take_range(s: IntTuple, b: Integer, e: Integer) -> IntTuple {
    let begin: Nat = known(b);
    let end: Nat = known(e);
    if is_range(s, begin, end) {
        take(drop_modes(s, begin), minus(end, begin))
    } else {
        refused::<NoRange<S, Begin, End>, ProfileOfRefused>()
    }
}

/// The modes from `b` to `e` (exclusive) of `s` as one mode, next to the others. CuTe:
/// `group<1, 3>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::{Group, group}};
/// assert_type_eq_all!(Group<shape!((2, 3, 5, 7)), int!(1), int!(3)>, shape!((2, (3, 5), 7)));
/// assert_eq!(group((2u32, 3u32, 5u32, 7u32), int!(1), int!(3)), (2, (3, 5), 7));
/// ```
#[doc(alias = "group_modes")]
#[total]
pub fn group(s: IntTuple, b: Integer, e: Integer) -> IntTuple {
    let begin: Nat = known(b);
    let end: Nat = known(e);
    if is_range(s, begin, end) {
        grouped(s, begin, end)
    } else {
        refused::<NoRange<S, Begin, End>, ProfileOfRefused>()
    }
}
/// The modes from `b` to `e` of `s` as one mode; they exist.
#[total]
fn grouped(s: IntTuple, b: Nat, e: Nat) -> IntTuple {
    if b.is_zero() {
        prepended(drop_modes(s, e), take(s, e))
    } else {
        prepended(grouped(s.tail(), pred(b), pred(e)), s.head())
    }
}

/// The tuple `s` with `x` in place of its mode with the static number `i`. CuTe: `replace<1>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::{Replace, replace}};
/// assert_type_eq_all!(Replace<shape!((2, 3, 5)), int!(1), shape!((7, 11))>, shape!((2, (7, 11), 5)));
/// assert_eq!(replace((2u32, 3u32, 5u32), int!(1), (7u32, 11u32)), (2, (7, 11), 5));
/// ```
#[doc(alias("replace_front", "replace_back"))]
#[total]
pub fn replace(s: IntTuple, i: Integer, x: IntTuple) -> IntTuple {
    let number: Nat = known(i);
    if gt(s.rank(), number) {
        replaced(s, number, x)
    } else {
        refused::<NoMode<S, Number>, ProfileOfRefused>()
    }
}
/// The tuple `s` with `x` in place of its mode `i`, which exists.
#[total]
fn replaced(s: IntTuple, i: Nat, x: IntTuple) -> IntTuple {
    if i.is_zero() {
        prepended(others(s), x)
    } else {
        prepended(replaced(s.tail(), pred(i), x), s.head())
    }
}

/// The tuple `s` with a mode `x` at its end. CuTe: `append`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::{Append, append}};
/// assert_type_eq_all!(Append<shape!((2, 3)), shape!((5, 7))>, shape!((2, 3, (5, 7))));
/// assert_eq!(append((2u32, 3u32), (5u32, 7u32)), (2, 3, (5, 7)));
/// ```
#[total]
pub fn append(s: IntTuple, x: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => prepended((x,), s),
        Empty => (x,),
        Node => prepended(append(s.tail(), x), s.head()),
    }
}

/// The tuple `s` with modes `x` at its end, up to the rank `n`. CuTe: `append<N>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::{AppendTo, append_to}};
/// assert_type_eq_all!(AppendTo<shape!((2, 3)), int!(1), int!(4)>, shape!((2, 3, 1, 1)));
/// assert_eq!(append_to((2u32, 3u32), 1u32, int!(4)), (2, 3, 1, 1));
/// ```
#[doc(alias = "append")]
#[total]
pub fn append_to(s: IntTuple, x: IntTuple, n: Integer) -> IntTuple {
    let full: Nat = known(n);
    if ge(full, s.rank()) {
        append_many(s, x, minus(full, rank(s)))
    } else {
        refused::<RankTooSmall<S, Full>, ProfileOfRefused>()
    }
}
/// The tuple `s` with `n` modes `x` at its end.
#[total]
fn append_many(s: IntTuple, x: IntTuple, n: Nat) -> IntTuple {
    if n.is_zero() { s } else { append_many(append(s, x), x, pred(n)) }
}

/// The tuple `s` with modes `x` in front, up to the rank `n`. CuTe: `prepend<N>`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::{PrependTo, prepend_to}};
/// assert_type_eq_all!(PrependTo<shape!((2, 3)), int!(1), int!(3)>, shape!((1, 2, 3)));
/// assert_eq!(prepend_to((2u32, 3u32), 1u32, int!(3)), (1, 2, 3));
/// ```
#[doc(alias = "prepend")]
#[total]
pub fn prepend_to(s: IntTuple, x: IntTuple, n: Integer) -> IntTuple {
    let full: Nat = known(n);
    if ge(full, s.rank()) {
        prepend_many(s, x, minus(full, rank(s)))
    } else {
        refused::<RankTooSmall<S, Full>, ProfileOfRefused>()
    }
}
/// The tuple `s` with `n` modes `x` in front.
#[total]
fn prepend_many(s: IntTuple, x: IntTuple, n: Nat) -> IntTuple {
    if n.is_zero() { s } else { prepend_many(prepended(s, x), x, pred(n)) }
}

/// The tuple of the integers of `s`, without nesting; an integer stays one. CuTe: `flatten`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::{Flatten, flatten}};
/// assert_type_eq_all!(Flatten<shape!((2, ((3,), 5)))>, shape!((2, 3, 5)));
/// assert_eq!(flatten((2u32, ((3u32,), 5u32))), (2, 3, 5));
/// ```
#[doc(alias("get_leaves", "flatten_to_tuple"))]
#[total]
pub fn flatten(s: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => s,
        Empty => (),
        Node => flat_onto(s, ()),
    }
}
/// The integers of `s`, in front of `r`.
#[total]
fn flat_onto(s: IntTuple, r: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => prepended(r, s),
        Empty => r,
        Node => flat_onto(s.head(), flat_onto(s.tail(), r)),
    }
}

/// The tuple `s` with every integer replaced by `x`. CuTe: `repeat_like`.
///
/// ```
/// use zellige::{prelude::*, tuple::access::{Fill, fill}};
/// assert_type_eq_all!(Fill<shape!((2, (3, 5))), int!(1)>, shape!((1, (1, 1))));
/// assert_eq!(fill((2u32, (3u32, 5u32)), 1u32), (1, (1, 1)));
/// ```
#[doc(alias = "repeat_like")]
#[total]
pub fn fill(s: IntTuple, x: Integer) -> IntTuple {
    match s.kind() {
        Leaf => x,
        Empty => (),
        Node => prepended(fill(s.tail(), x), fill(s.head(), x)),
    }
}

/// The tuple of all modes of `s` but the first; an integer is a single mode here.
#[total]
pub(crate) fn others(s: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => {
            if s.is_refused() {
                s
            } else {
                ()
            }
        }
        Empty => (),
        Node => s.tail(),
    }
}
