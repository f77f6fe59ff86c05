//! Alignment: the largest vector such that a layout counts in its multiples.
//!
//! ```text
//! (8,4):(1,12)   reaches 0..7, 12..19, 24..31, 36..43: runs of 4 from multiples of 4
//! ```
//!
//! The modes of strides `1, s, ...`, each of which continues where the one before ends, form a run
//! of N offsets. Vectors of n elements fit if n divides N and all other strides, at which the runs
//! start.

use super::flat_modes::*;
use super::inverse::{Found, Inverse, Placed, PlacedModes};
use super::tree::{CoalescedModes, coalesced_modes};
use crate::integer::*;
use crate::tuple::IntTuple;
use zellige_macros::total;

/// Modes, some of which form a run from the offset 0 on.
#[total]
pub trait Align: Sized {
    /// Returns the greatest common divisor of the length of the run, which has reached `cur`, and
    /// of the strides that are not in it.
    fn align_from(self, cur: Integer) -> Integer;
    /// Returns the greatest common divisor of all strides.
    fn strides(self) -> Integer;
}
#[total]
impl Align for HNil {
    fn align_from(self, cur: Integer) -> Integer {
        cur
    }
    fn strides(self) -> Integer {
        0
    }
}
#[total]
impl<S: Integer, D: Integer, P: Integer, T: PlacedModes> Align for Placed<S, D, P, T> {
    fn align_from(self, cur: Integer) -> Integer {
        Found::align(PlacedModes::find(self, cur), cur, self)
    }
    fn strides(self) -> Integer {
        let Placed(_, d, _, t) = self;
        gcd(d.abs(), t.strides())
    }
}

/// The alignment of the layout `s:d`. CuTe: `max_alignment`.
#[total]
pub fn max_alignment(s: IntTuple, d: IntTuple) -> Integer {
    Align::align_from(Inverse::place(coalesced_modes(s, d), 1), 1)
}
