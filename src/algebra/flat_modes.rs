//! The working form of a layout: a flat list of modes.
//!
//! Shape `(8,(4,4))` with stride `(1,(64,8))` becomes the list 8:1, 4:64, 4:8, in types
//! `HCons<Mode<U8, U1>, HCons<Mode<U4, U64>, HCons<Mode<U4, U8>, HNil>>>`. A function on lists is
//! defined for `HNil`, and for a first mode `S:D` with the list `T` of the others.

pub use frunk::hlist::{HCons, HNil};

use super::coalesce::Coalesce;
use super::complement::Complement;
use super::inverse::Inverse;
use crate::integer::total::{add, mul, sub};
use crate::integer::*;
use crate::layout::{Layout, Strided, strided};
use crate::number::*;
use crate::refusal::leaves::{Leaves, Numbers};
use crate::refusal::{Reason, Refused, refused};
use crate::run_time::ModeList;
use crate::tuple::*;
use zellige_macros::total;

/// One mode: an extent and its stride.
#[derive(Copy, Clone, Debug)]
pub struct Mode<S, D> {
    /// The extent.
    pub shape: S,
    /// The stride.
    pub stride: D,
}

/// The list of a first mode S:D and the modes T.
pub type M<S, D, T> = HCons<Mode<S, D>, T>;
/// [`M`] under the name of [`cons`], for functions on types and values.
pub use M as Cons;

/// The list of a first mode and the others.
#[inline(always)]
pub fn cons<S, D, T>(shape: S, stride: D, tail: T) -> M<S, D, T> {
    HCons { head: Mode { shape, stride }, tail }
}

/// The list of a refused operation: one refused mode.
#[total]
pub fn refused_modes<E: Reason>() -> Modes {
    cons(refused::<E, usize>(), refused::<E, usize>(), HNil)
}

/// The cosize of the layout with these modes: 1 + the largest offset, or 0 if it has no element.
#[total]
pub fn cosize_of(m: Modes) -> Integer {
    m.cosize_from(1, 1)
}
/// `reach`, or 0 if `present` is 0. A run-time `present` leaves a static `reach` unchanged: only
/// extents of stride 0 are run-time in that case, and the memory that such a layout needs is
/// static.
#[total]
fn of_present(present: Integer, reach: Integer) -> Integer {
    if present.is_static() {
        mul(present, reach)
    } else if reach.is_static() {
        reach
    } else {
        mul(present, reach)
    }
}
/// 0 if `present` or the extent `s` is 0, else 1.
#[total]
fn present_with(present: Integer, s: Integer) -> Integer {
    if s.is_zero() {
        0
    } else if s.is_static() {
        present
    } else {
        mul(present, min(s, 1))
    }
}

/// A list of modes.
pub trait Modes: Copy + 'static + Coalesce + Complement + Inverse + ToLayout {
    /// Its numbers, for messages.
    const NUMBERS: Numbers;
    /// The number of modes.
    const LEN: usize;
    /// True if it has a run-time integer.
    const HAS_RUN_TIME: bool;
    /// The extent of the first mode; 1 if there is none.
    type S: Integer;
    /// The stride of the first mode; 0 if there is none.
    type D: Integer;
    /// The other modes.
    type T: Modes;
    /// Returns the first extent, the first stride and the other modes.
    fn parts(self) -> (Self::S, Self::D, Self::T);
    /// Appends the modes to `list`.
    fn list(self, list: &mut ModeList);
}

impl Modes for HNil {
    const NUMBERS: Numbers = Numbers { shape: Leaves::NONE, stride: Leaves::NONE };
    const LEN: usize = 0;
    const HAS_RUN_TIME: bool = false;
    type S = N1;
    type D = UTerm;
    type T = HNil;
    #[inline(always)]
    fn parts(self) -> (N1, UTerm, HNil) {
        (N1::UNIT, UTerm, HNil)
    }
    #[inline(always)]
    fn list(self, _: &mut ModeList) {}
}

impl<S: Integer, D: Integer, T: Modes> Modes for M<S, D, T> {
    const NUMBERS: Numbers = T::NUMBERS.after(&S::LEAVES, &D::LEAVES);
    const LEN: usize = 1 + T::LEN;
    const HAS_RUN_TIME: bool = S::HAS_RUN_TIME || D::HAS_RUN_TIME || T::HAS_RUN_TIME;
    type S = S;
    type D = D;
    type T = T;
    #[inline(always)]
    fn parts(self) -> (S, D, T) {
        (self.head.shape, self.head.stride, self.tail)
    }
    #[inline(always)]
    fn list(self, list: &mut ModeList) {
        list.push_mode(self.head.shape, self.head.stride);
        self.tail.list(list)
    }
}

/// Conversion back to a layout: one mode becomes integers (not tuples of one), no mode becomes 1:0;
/// if there are more modes than one level can have, the last ones become one mode.
#[total]
pub trait ToLayout: Sized {
    /// The cosize of a layout with these modes after others: `reach` is 1 + the sum of
    /// (extent - 1) * |stride| of those before; `present` is 0 if they have no element, else 1.
    fn cosize_from(self, present: Integer, reach: Integer) -> Integer;
    /// The tuple of the extents.
    fn shapes(self) -> IntTuple;
    /// The tuple of the strides.
    fn strides(self) -> IntTuple;
    /// The shape of the layout.
    fn shape(self) -> IntTuple;
    /// The stride of the layout.
    fn stride(self) -> IntTuple;
    /// The layout.
    fn to_layout(self) -> Layout;
    /// The extents as a shape, with `s` in front.
    fn shape_after(self, s: Integer) -> IntTuple;
    /// The strides, with `d` in front.
    fn stride_after(self, d: Integer) -> IntTuple;
}
#[total]
impl ToLayout for HNil {
    fn cosize_from(self, present: Integer, reach: Integer) -> Integer {
        of_present(present, reach)
    }
    fn shapes(self) -> IntTuple {
        ()
    }
    fn strides(self) -> IntTuple {
        ()
    }
    fn shape(self) -> IntTuple {
        1
    }
    fn stride(self) -> IntTuple {
        0
    }
    fn to_layout(self) -> Layout {
        strided(1, 0)
    }
    fn shape_after(self, s: Integer) -> IntTuple {
        s
    }
    fn stride_after(self, d: Integer) -> IntTuple {
        d
    }
}
#[total]
impl<S: Integer, D: Integer, T: Modes> ToLayout for M<S, D, T> {
    fn cosize_from(self, present: Integer, reach: Integer) -> Integer {
        let (s, d, t) = self.parts();
        t.cosize_from(present_with(present, s), add(mul(sub(s, 1), d.abs()), reach))
    }
    fn shapes(self) -> IntTuple {
        let (s, _, t) = self.parts();
        stacked(t.shapes(), s)
    }
    fn strides(self) -> IntTuple {
        let (_, d, t) = self.parts();
        stacked(t.strides(), d)
    }
    fn shape(self) -> IntTuple {
        let (s, _, t) = self.parts();
        t.shape_after(s)
    }
    fn stride(self) -> IntTuple {
        let (_, d, t) = self.parts();
        t.stride_after(d)
    }
    fn to_layout(self) -> Layout {
        let (s, d, t) = self.parts();
        strided(t.shape_after(s), t.stride_after(d))
    }
    fn shape_after(self, s0: Integer) -> IntTuple {
        let (s, _, t) = self.parts();
        stacked(stacked(t.shapes(), s), s0)
    }
    fn stride_after(self, d0: Integer) -> IntTuple {
        let (_, d, t) = self.parts();
        stacked(stacked(t.strides(), d), d0)
    }
}

impl ModeList {
    /// Returns the modes of a list of the algebra.
    #[inline(always)]
    pub fn of_modes<L: Modes>(modes: L) -> ModeList {
        let mut list = ModeList::NONE;
        modes.list(&mut list);
        list
    }
    /// Appends the mode `extent:stride` of a layout.
    #[inline(always)]
    pub fn push_mode<S: Integer, D: Integer>(&mut self, extent: S, stride: D) {
        self.push(extent.projected() as u64, stride.projected())
    }
}
