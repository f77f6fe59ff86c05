//! Alignment: the largest vector in whose multiples a layout counts.
//!
//! ```text
//! (8,4):(1,12)   reaches 0..7, 12..19, 24..31, 36..43: runs of 4 from multiples of 4
//! ```
//!
//! The modes of strides `1, s, ..` each of which goes on where the one before ends make a run of N
//! offsets. Vectors of n elements fit if n divides N, and all other strides, at which the runs
//! begin.

use super::inverse::{Found, Inverse, Placed, PlacedModes};
use super::modes::*;
use super::tree::{CoalescedModes, coalesced_modes};
use crate::integer::*;
use crate::number::*;
use crate::tuple::IntTuple;

/// Modes of which some make a run from the offset 0 on.
pub trait Align: Sized {
    /// The greatest common divisor of the length of the run, which has got to Cur, and of the
    /// strides that are not in it.
    type AlignFrom<Cur: Integer>: Integer;
    /// The greatest common divisor of all strides.
    type Strides: Integer;
    /// The alignment of a run that has got to `cur`.
    fn align_from<Cur: Integer>(self, cur: Cur) -> Self::AlignFrom<Cur>;
    /// The greatest common divisor of all strides.
    fn strides_gcd(self) -> Self::Strides;
}
impl Align for HNil {
    type AlignFrom<Cur: Integer> = Cur;
    type Strides = UTerm;
    #[inline(always)]
    fn align_from<Cur: Integer>(self, cur: Cur) -> Cur {
        cur
    }
    #[inline(always)]
    fn strides_gcd(self) -> UTerm {
        UTerm
    }
}
impl<S: Integer, D: Integer, P: Integer, T: PlacedModes> Align for Placed<S, D, P, T> {
    type AlignFrom<Cur: Integer> = <<Self as PlacedModes>::Find<Cur> as Found>::Align<Cur, Self>;
    type Strides = Gcd<D::Abs, T::Strides>;
    #[inline(always)]
    fn align_from<Cur: Integer>(self, cur: Cur) -> Self::AlignFrom<Cur> {
        self.find(cur).align(cur, self)
    }
    #[inline(always)]
    fn strides_gcd(self) -> Self::Strides {
        gcd(self.1.abs(), self.3.strides_gcd())
    }
}

/// The alignment of the layout S:D. CuTe: `max_alignment`.
pub type MaxAlignment<S, D> =
    <<CoalescedModes<S, D> as Inverse>::Place<N1> as Align>::AlignFrom<N1>;
/// The alignment of the layout `s:d`.
#[inline(always)]
pub fn max_alignment<S: IntTuple, D: IntTuple>(s: S, d: D) -> MaxAlignment<S, D> {
    coalesced_modes(s, d).place(N1::UNIT).align_from(N1::UNIT)
}
