//! Inverses: from offsets back to coordinates.
//!
//! ```text
//! right inverse   L(R(i)) = i     for all i < size(R), the longest run 0, 1, 2, .. in the image
//! left inverse    R(L(i)) = i     for all i, if L has no stride 0
//!
//! L = (8,4):(4,1),  R = (4,8):(8,1):   L(R(5)) = L(9) = 5,  R(L(9)) = R(5) = 9
//! ```
//!
//! Both coalesce L and pair each mode `s:d` with the product `p` of the extents before it: d steps
//! of the offset are one step of the mode and p steps of the coordinate.

use super::coalesce::{Coalesce, PushUnlessRefused, push_unless_refused};
use super::distribute::Distribute;
use super::flat_modes::*;
use super::max_alignment::Align;
use super::nullspace::Null;
use super::property::Stacking;
use super::tree::*;
use crate::algebra::algebra_reasons::{NotInjective, StridesDoNotDivide, UnsortedStrides};
use crate::integer::total::{div, mul};
use crate::integer::*;
use crate::layout::{Layout, Strided, strided};
use crate::number::*;
use crate::refusal::{Refused, refused};
use crate::run_time::{self, Faults, ModeList};
use crate::stride::stride_reasons::NotUnsigned;
use crate::tuple::IntTuple;
use zellige_macros::total;

/// A mode S:D with the product P of the extents before it, then the modes T.
#[derive(Copy, Clone)]
pub struct Placed<S, D, P, T>(pub S, pub D, pub P, pub T);

/// A list of modes that can be inverted.
#[total]
pub trait Inverse: Sized {
    /// The modes, each with the product of the extents before it, from `p`.
    fn place(self, p: Integer) -> PlacedModes;
    /// The same, sorted by stride, without the modes of stride 0.
    fn place_by_stride(self, p: Integer) -> PlacedModes;
}
#[total]
impl Inverse for HNil {
    fn place(self, p: Integer) -> PlacedModes {
        HNil
    }
    fn place_by_stride(self, p: Integer) -> PlacedModes {
        HNil
    }
}
#[total]
impl<S: Integer, D: Integer, T: Modes> Inverse for M<S, D, T> {
    fn place(self, p: Integer) -> PlacedModes {
        let (s, d, t) = self.parts();
        Placed(s, d, p, t.place(mul(s, p)))
    }
    fn place_by_stride(self, p: Integer) -> PlacedModes {
        let (s, d, t) = self.parts();
        let sorted: PlacedModes = t.place_by_stride(mul(s, p));
        // The left inverse takes no steps in a mode of stride 0.
        if d.is_zero() { sorted } else { PlacedModes::insert_mode(sorted, s, d, p) }
    }
}

/// Modes with their products.
#[total]
pub trait PlacedModes: Copy + 'static + Null + Distribute + Align + Stacking {
    /// The first mode of stride `cur`, and the others.
    fn find(self, cur: Integer) -> Found;
    /// The right inverse from the offset `cur` on.
    fn right_from(self, cur: Integer) -> Modes;
    /// The sorted modes with `s:d` inserted.
    fn insert_mode(self, s: Integer, d: Integer, p: Integer) -> PlacedModes;
    /// The left inverse of sorted modes; the left inverse of `all` if there are none.
    fn left(self, all: Modes) -> Modes;
    /// The left inverse after the mode `s:d` with the product `p`.
    fn left_after(self, s: Integer, d: Integer, p: Integer) -> Modes;
}
#[total]
impl PlacedModes for HNil {
    fn find(self, cur: Integer) -> Found {
        HNil
    }
    fn right_from(self, cur: Integer) -> Modes {
        HNil
    }
    fn insert_mode(self, s: Integer, d: Integer, p: Integer) -> PlacedModes {
        Placed(s, d, p, HNil)
    }
    fn left(self, all: Modes) -> Modes {
        all
    }
    fn left_after(self, s: Integer, d: Integer, p: Integer) -> Modes {
        Coalesce::push_front(HNil, s, p)
    }
}
#[total]
impl<S: Integer, D: Integer, P: Integer, T: PlacedModes> PlacedModes for Placed<S, D, P, T> {
    fn find(self, cur: Integer) -> Found {
        let Placed(s, d, p, t) = self;
        if eq(d, cur) { FoundMode(s, d, p, t) } else { Found::keep(t.find(cur), s, d, p) }
    }
    fn right_from(self, cur: Integer) -> Modes {
        Found::onward(self.find(cur))
    }
    fn insert_mode(self, s0: Integer, d0: Integer, p0: Integer) -> PlacedModes {
        let Placed(s, d, p, t) = self;
        if !both_static(d, d0) {
            unsorted(d, d0)
        } else if d.ask::<IsGe>(d0) {
            Placed(s0, d0, p0, Placed(s, d, p, t))
        } else {
            Placed(s, d, p, t.insert_mode(s0, d0, p0))
        }
    }
    fn left(self, all: Modes) -> Modes {
        let Placed(s, d, p, t) = self;
        // Before the first of the sorted modes all offsets are at 0.
        if d.ask::<IsGe>(0) {
            push_unless_refused(t.left_after(s, d, p), d, 0)
        } else {
            refused_modes::<NotUnsigned<D>>()
        }
    }
    fn left_after(self, s0: Integer, d0: Integer, p0: Integer) -> Modes {
        let Placed(s, d, p, t) = self;
        if !d.ask::<IsMultiple>(d0) {
            refused_modes::<StridesDoNotDivide<D0, D>>()
        } else if d.ask::<IsGe>(mul(s0, d0)) {
            push_unless_refused(t.left_after(s, d, p), div(d, d0), p0)
        } else {
            refused_modes::<NotInjective<S0, D0, D>>()
        }
    }
}
/// The list of modes with strides `a` and `b` that cannot be ordered, because one is known only at
/// run time.
#[total]
fn unsorted(a: Integer, b: Integer) -> PlacedModes {
    let stride: Integer = refused::<UnsortedStrides<A, B>, usize>();
    Placed(stride, stride, stride, HNil)
}

/// The mode that was found, if any, and the others.
#[total]
pub trait Found: Copy {
    /// The same, with a mode `s:d` among the others.
    fn keep(self, s: Integer, d: Integer, p: Integer) -> Found;
    /// The right inverse from this mode on.
    fn onward(self) -> Modes;
    /// The alignment of a run that has reached `cur`, from the modes `rest`; the mode found
    /// continues it.
    fn align(self, cur: Integer, rest: PlacedModes) -> Integer;
}
/// The mode S:D was found; T are the others.
#[derive(Copy, Clone)]
pub struct FoundMode<S, D, P, T>(S, D, P, T);
#[total]
impl Found for HNil {
    fn keep(self, s: Integer, d: Integer, p: Integer) -> Found {
        HNil
    }
    fn onward(self) -> Modes {
        HNil
    }
    fn align(self, cur: Integer, rest: PlacedModes) -> Integer {
        gcd(cur, rest.strides())
    }
}
#[total]
impl<S: Integer, D: Integer, P: Integer, T: PlacedModes> Found for FoundMode<S, D, P, T> {
    fn keep(self, s0: Integer, d0: Integer, p0: Integer) -> Found {
        let FoundMode(s, d, p, t) = self;
        FoundMode(s, d, p, Placed(s0, d0, p0, t))
    }
    fn onward(self) -> Modes {
        let FoundMode(s, d, p, t) = self;
        Coalesce::push_front(t.right_from(mul(s, d)), s, p)
    }
    fn align(self, cur: Integer, rest: PlacedModes) -> Integer {
        let FoundMode(s, d, _, t) = self;
        t.align_from(mul(s, d))
    }
}

/// The inverse of a layout without elements, `0:1`, which has no elements either; a refused layout
/// stays the same.
#[total]
pub fn of_no_elements(s: IntTuple, d: IntTuple) -> Layout {
    if s.is_refused() { strided(s, d) } else { strided(0, 1) }
}
/// The right inverse of `s:d`; a refused layout stays the same.
#[total]
pub fn right_inverse(s: IntTuple, d: IntTuple, faults: impl Faults) -> Layout {
    if s.has_elements() {
        let placed: PlacedModes = Inverse::place(coalesced_modes(s, d), 1);
        let inverse: Modes = placed.right_from(1);
        if const { S::HAS_RUN_TIME || D::HAS_RUN_TIME } {
            faults.find(|| {
                run_time::check_inverse::right_fault(
                    &ModeList::of(s, d),
                    &ModeList::of_modes(inverse),
                )
            });
        }
        ToLayout::to_layout(inverse)
    } else {
        of_no_elements(s, d)
    }
}
/// The left inverse of `s:d`.
#[total]
pub fn left_inverse(s: IntTuple, d: IntTuple, faults: impl Faults) -> Layout {
    let modes: Inverse = modes_or_zero(s, d);
    let sorted: PlacedModes = modes.place_by_stride(1);
    let inverse: Modes = sorted.left(modes);
    let left: Layout = ToLayout::to_layout(inverse);
    if const { (S::HAS_RUN_TIME || D::HAS_RUN_TIME) && <Left as Layout>::REFUSAL.is_none() } {
        faults.find(|| {
            run_time::check_inverse::left_fault(&ModeList::of(s, d), &ModeList::of_modes(inverse))
        });
    }
    left
}
/// The coalesced modes of `s:d`; 0:1, which is its own left inverse, if it has no elements.
#[total]
fn modes_or_zero(s: IntTuple, d: IntTuple) -> Modes {
    if s.has_elements() || s.is_refused() { coalesced_modes(s, d) } else { cons(0, 1, HNil) }
}
