//! Coalescing: the fewest modes for the same function of an integer.
//!
//! ```text
//! coalesce (2,(1,6)):(1,(7,2))  =  12:1        a mode of extent 1 is dropped,
//!                                              s0:d0, s1:d1 merge where s0 * d0 = d1
//! ```
//!
//! The modes are pushed in front of a list, one by one from the last to the first.

use super::flat_modes::*;
use super::tree::*;
use crate::integer::total::mul;
use crate::integer::*;
use crate::layout::Steps;
use crate::layout::{Layout, Strided, strided};
use crate::number::*;
use crate::profile::ProfileOfRefused;
use crate::refusal::{Refused, refused};
use crate::tuple::access::{Fill, fill};
use crate::tuple::tuple_reasons::NotCongruent;
use crate::tuple::*;
use zellige_macros::total;

/// A coalesced list to which modes are pushed.
#[total]
pub trait Coalesce: Sized {
    /// The list with a mode `s:d` in front, merged if possible.
    fn push_front(self, s: Integer, d: Integer) -> Modes;
}
#[total]
impl Coalesce for HNil {
    fn push_front(self, s: Integer, d: Integer) -> Modes {
        if s.is_one() { HNil } else { cons(s, d, HNil) }
    }
}
#[total]
impl<S: Integer, D: Integer, T: Modes> Coalesce for M<S, D, T> {
    fn push_front(self, s0: Integer, d0: Integer) -> Modes {
        let (s, d, t) = self.parts();
        if s0.is_one() {
            cons(s, d, t)
        } else if mergeable(s0, d0, s, d) {
            cons(mul(s0, s), d0, t)
        } else {
            cons(s0, d0, cons(s, d, t))
        }
    }
}
/// True if s * d is *known* to be d2, and s2 is static. (CuTe merges in no other case.)
#[total(types)]
pub fn mergeable(s: Integer, d: Integer, s2: Integer, d2: Integer) -> Bool {
    s2.is_static() && d2.is_product(s, d)
}

/// The list `l` with `s:d` in front, unless its stride is 0 and it has elements.
#[total]
pub fn filter_zero(s: Integer, d: Integer, l: Modes) -> Modes {
    if !d.is_zero() {
        l.push_front(s, d)
    } else if s.is_zero() {
        l.push_front(s, d)
    } else {
        l
    }
}

/// True if this is the list of a refused operation, which refuses everything.
#[total(types)]
fn is_refusal(l: Modes) -> Bool {
    let extent: IntTuple = l.s();
    extent.is_refused()
}
/// `l.push_front(s, d)`, unless `l` is the list of a refused operation.
#[total]
pub fn push_unless_refused(l: Modes, s: Integer, d: Integer) -> Modes {
    if is_refusal(l) { l } else { l.push_front(s, d) }
}
/// The list `l` with the mode `s:d` in front, which does not merge, unless `l` is the list of a
/// refused operation.
#[total]
pub fn cons_unless_refused(s: Integer, d: Integer, l: Modes) -> Modes {
    if is_refusal(l) { l } else { cons(s, d, l) }
}

/// The coalesced layout `s:d`.
#[total]
pub fn coalesced(s: IntTuple, d: IntTuple) -> Layout {
    ToLayout::to_layout(coalesced_modes(s, d))
}
/// The filtered layout `s:d`.
#[total]
pub fn filtered(s: IntTuple, d: IntTuple) -> Layout {
    ToLayout::to_layout(filtered_modes(s, d))
}

/// The simplification of the modes for which a profile has one integer.
#[total]
pub trait Simplification: 'static {
    /// The simplified layout `s:d`.
    fn simplified(s: IntTuple, d: IntTuple) -> Layout;
}
/// The modes are coalesced.
pub struct Coalescing;
#[total]
impl Simplification for Coalescing {
    fn simplified(s: IntTuple, d: IntTuple) -> Layout {
        coalesced(s, d)
    }
}
/// The modes are filtered.
pub struct Filtering;
#[total]
impl Simplification for Filtering {
    fn simplified(s: IntTuple, d: IntTuple) -> Layout {
        filtered(s, d)
    }
}

/// `s:d`, simplified by F where the profile `p` has integers; modes beyond the profile stay.
#[total]
pub fn by_profile<F: Simplification>(s: IntTuple, d: IntTuple, p: IntTuple) -> Layout {
    match p.kind() {
        Leaf => F::simplified(s, d),
        Empty => strided(s, d),
        Node => Steps::prepend_mode(
            by_profile::<F>(s.tail(), d.tail(), p.tail()),
            by_profile::<F>(s.head(), d.head(), p.head()),
        ),
    }
}

/// The shape `s` with 1 where the stride `d` is 0; an extent of 0 stays.
#[total]
pub fn filtered_shape(s: IntTuple, d: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => one_if_zero(d.leaf(), s),
        Empty => (),
        Node => prepended(filtered_shape(s.tail(), d.tail()), filtered_shape(s.head(), d.head())),
    }
}
/// 1 if `d` is 0 and `s` is not, else `s`.
#[total]
fn one_if_zero(d: Integer, s: IntTuple) -> IntTuple {
    if d.is_zero() && s.has_elements() { 1 } else { s }
}

/// The shape `s` with all its extents 1 where the profile `p` is 0.
#[total]
pub fn filtered_by(s: IntTuple, p: IntTuple) -> IntTuple {
    match p.kind() {
        Leaf => {
            let leaf: Integer = p.leaf();
            if leaf.is_zero() { fill(s, 1) } else { s }
        }
        Empty => {
            if s.is_empty() {
                ()
            } else {
                refused::<NotCongruent<S, P>, ProfileOfRefused>()
            }
        }
        Node => prepended(filtered_by(s.tail(), p.tail()), filtered_by(s.head(), p.head())),
    }
}
