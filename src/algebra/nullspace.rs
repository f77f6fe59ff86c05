//! Nullspace: the coordinates with offset 0.
//!
//! ```text
//! nullspace (2,5,4):(1,0,2)  =  5:2        the index 2 * i has offset 0, for i < 5
//! ```
//!
//! The modes of stride 0, each with the step of its coordinate in the index: the product of the
//! extents before it.

use super::flat_modes::*;
use super::inverse::{Inverse, OfNoElements, Placed, PlacedModes, of_no_elements};
use super::tree::*;
use crate::integer::*;
use crate::layout::Layout;
use crate::number::*;
use crate::tuple::IntTuple;
use zellige_macros::total;

/// Modes with the products of the extents before them, some with stride 0.
#[total]
pub trait Null: Sized {
    /// The modes of stride 0, each with its product as the stride.
    fn null(self) -> Modes;
}
#[total]
impl Null for HNil {
    fn null(self) -> Modes {
        HNil
    }
}
#[total]
impl<S: Integer, D: Integer, P: Integer, T: PlacedModes> Null for Placed<S, D, P, T> {
    fn null(self) -> Modes {
        let Placed(s, d, p, t) = self;
        if d.is_zero() {
            // An extent of 1 has stride 0, as in every compact layout.
            let stride: Integer = if s.is_one() { 0 } else { p };
            cons(s, stride, t.null())
        } else {
            t.null()
        }
    }
}

/// The nullspace of `s:d`, or `s:d` itself if it is refused. CuTe: `nullspace`.
#[total]
pub fn nullspace(s: IntTuple, d: IntTuple) -> Layout {
    if s.has_elements() {
        ToLayout::to_layout(Null::null(Inverse::place(flat(s, d), 1)))
    } else {
        of_no_elements(s, d)
    }
}
