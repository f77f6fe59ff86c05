//! Strides without gaps: column-major, row-major, in a given order.
//!
//! The stride of a mode is the product of the extents before it (in the requested order); a static
//! extent of 1 gets stride 0, as in CuTe.

use crate::integer::total::mul;
use crate::profile::ProfileOfRefused;
use crate::refusal::{Refused, refused};
use crate::tuple::compare::IsNode;
use crate::tuple::tuple_reasons::NotCongruent;
use crate::tuple::*;
use zellige_macros::total;

/// The strides of the shape S, first mode fastest, from the start C. CuTe: `compact_col_major`.
///
/// ```
/// use zellige::{prelude::*, tuple::compact::CompactColMajor};
/// assert_type_eq_all!(CompactColMajor<shape!((3, (4, 5)))>, shape!((1, (3, 12))));
/// ```
pub type CompactColMajor<S, C = N1> = ColMajorFrom<S, C>;
/// The strides of a shape without gaps, first mode fastest. CuTe: `compact_col_major`.
///
/// ```
/// use zellige::{prelude::*, tuple::compact::compact_col_major};
/// let d: shape!((1, (8, 32))) = compact_col_major(shape!((8, (4, 4))));
/// assert_eq!(compact_col_major((3u32, 4u32, 5u32)).2, 12);
/// # let _ = d;
/// ```
#[doc(alias("compact", "compact_major"))]
#[inline(always)]
pub fn compact_col_major<S: IntTuple>(s: S) -> CompactColMajor<S> {
    col_major_from(s, N1::UNIT)
}

/// The strides of `s`, first mode fastest, from the start `c`: one integer, or one for each mode.
#[total]
pub(crate) fn col_major_from(s: IntTuple, c: IntTuple) -> IntTuple {
    match c.kind() {
        Leaf => col_major_after(s, c.leaf()),
        Empty => both_empty(s, c),
        Node => {
            if is_node(s) {
                prepended(col_major_from(s.tail(), c.tail()), col_major_from(s.head(), c.head()))
            } else {
                refused::<NotCongruent<S, C>, ProfileOfRefused>()
            }
        }
    }
}
/// The strides of `s`, first mode fastest, where the smallest is `c`.
#[total]
fn col_major_after(s: IntTuple, c: Integer) -> IntTuple {
    match s.kind() {
        Leaf => stride_of(s.leaf(), c),
        Empty => (),
        Node => prepended(
            col_major_after(s.tail(), mul(s.head().elements(), c)),
            col_major_after(s.head(), c),
        ),
    }
}

/// The strides of the shape S, last mode fastest, from the start C. CuTe: `compact_row_major`.
///
/// ```
/// use zellige::{prelude::*, tuple::compact::CompactRowMajor};
/// assert_type_eq_all!(CompactRowMajor<shape!((3, (4, 5)))>, shape!((20, (5, 1))));
/// ```
pub type CompactRowMajor<S, C = N1> = RowMajorFrom<S, C>;
/// The strides of a shape without gaps, last mode fastest. CuTe: `compact_row_major`.
///
/// ```
/// use zellige::{prelude::*, tuple::compact::compact_row_major};
/// let d: shape!((16, (4, 1))) = compact_row_major(shape!((8, (4, 4))));
/// assert_eq!(compact_row_major((3u32, 4u32, 5u32)).0, 20);
/// # let _ = d;
/// ```
#[inline(always)]
pub fn compact_row_major<S: IntTuple>(s: S) -> CompactRowMajor<S> {
    row_major_from(s, N1::UNIT)
}
/// The strides of `s`, last mode fastest, from the start `c`: one integer, or one for each mode.
#[total]
pub(crate) fn row_major_from(s: IntTuple, c: IntTuple) -> IntTuple {
    match c.kind() {
        Leaf => row_major_after(s, c.leaf()),
        Empty => both_empty(s, c),
        Node => {
            if is_node(s) {
                prepended(row_major_from(s.tail(), c.tail()), row_major_from(s.head(), c.head()))
            } else {
                refused::<NotCongruent<S, C>, ProfileOfRefused>()
            }
        }
    }
}
/// The strides of `s`, last mode fastest, where the smallest is `c`.
#[total]
fn row_major_after(s: IntTuple, c: Integer) -> IntTuple {
    match s.kind() {
        Leaf => stride_of(s.leaf(), c),
        Empty => (),
        Node => prepended(
            row_major_after(s.tail(), c),
            row_major_after(s.head(), mul(c, s.tail().elements())),
        ),
    }
}

/// The stride `c` of a mode of extent `s`: 0 if that is 1.
#[total]
fn stride_of(s: Integer, c: Integer) -> Integer {
    if s.is_one() { 0 } else { c }
}

/// The strides of a shape without gaps, with the modes in the order of the static integers of `o`:
/// the smallest is the fastest. As in CuTe, modes with equal numbers get equal strides. Modes with
/// a run-time integer as their order come last, as they appear in the shape. CuTe: `compact_order`.
///
/// ```
/// use zellige::{prelude::*, tuple::compact::{CompactOrder, compact_order}};
/// assert_type_eq_all!(CompactOrder<shape!((3, 2, 5)), coord!((2, 0, 1))>, shape!((10, 1, 2)));
/// assert_eq!(compact_order((3u32, 2u32, 5u32), coord!((2, 0, 1))).0, 10);
/// ```
#[total]
pub fn compact_order(s: IntTuple, o: IntTuple) -> IntTuple {
    let order: IntTuple = static_order(o);
    ordered(s, order, s, order)
}
/// The strides of `s` in the order `o`, which are parts of the shape `all` and its order `orders`.
#[total]
fn ordered(s: IntTuple, o: IntTuple, all: IntTuple, orders: IntTuple) -> IntTuple {
    match o.kind() {
        Leaf => {
            if o.is_refused() {
                o.leaf()
            } else {
                col_major_from(s, before(o.leaf(), all, orders))
            }
        }
        Empty => both_empty(s, o),
        Node => {
            if is_node(s) {
                prepended(
                    ordered(s.tail(), o.tail(), all, orders),
                    ordered(s.head(), o.head(), all, orders),
                )
            } else {
                refused::<NotCongruent<All, Orders>, ProfileOfRefused>()
            }
        }
    }
}
/// The product of the extents of `all` with an order less than `o`.
#[total]
fn before(o: Integer, all: IntTuple, orders: IntTuple) -> Integer {
    match orders.kind() {
        Leaf => {
            if o.ask::<IsGtKnown>(orders.leaf()) {
                all.elements()
            } else {
                1
            }
        }
        Empty => 1,
        Node => mul(before(o, all.head(), orders.head()), before(o, all.tail(), orders.tail())),
    }
}
/// The order `o` with its run-time integers after the static ones, as they appear.
#[total]
fn static_order(o: IntTuple) -> IntTuple {
    numbered(o, succ(largest(o)))
}
/// The largest static integer of `o`.
#[total]
fn largest(o: IntTuple) -> Nat {
    match o.kind() {
        Leaf => known(o.leaf()),
        Empty => 0,
        Node => nat_max(largest(o.head()), largest(o.tail())),
    }
}
/// The order `o` with the numbers n, n + 1, ... for its run-time integers.
#[total]
fn numbered(o: IntTuple, n: Nat) -> IntTuple {
    match o.kind() {
        Leaf => static_or(o.leaf(), n),
        Empty => (),
        Node => prepended(numbered(o.tail(), after(o.head(), n)), numbered(o.head(), n)),
    }
}
/// The integer `o` if it is static or refused, else `n`.
#[total]
fn static_or(o: Integer, n: Nat) -> Integer {
    if o.is_static() {
        o
    } else if o.is_refused() {
        o
    } else {
        n
    }
}
/// The number n plus the count of run-time integers in `o`.
#[total]
fn after(o: IntTuple, n: Nat) -> Nat {
    match o.kind() {
        Leaf => {
            if o.leaf().is_static() {
                n
            } else {
                succ(n)
            }
        }
        Empty => n,
        Node => after(o.tail(), after(o.head(), n)),
    }
}
