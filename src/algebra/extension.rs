//! The extension of a layout: its coalesced modes, with an unbounded last mode.
//!
//! Composition evaluates A at B(i), which may lie past the size of A: predication computes such
//! coordinates on purpose. The last mode of A then continues. So composition works on the
//! extension, written A^, a sequence of [`Inner`] modes up to the [`Last`]. It coalesces as any
//! layout does, but never drops the last mode: its extent does not matter, but its stride does.
//! `(4,1):(1,0)` coalesces to 4:1, yet its extension maps 5 to 1, not to 5.

use super::bend::Bendable;
use super::coalesce::Mergeable;
use super::modes::*;
use super::tree::{Tree, TreeOf, tree_of};
use super::walk::Walkable;
use crate::integer::total::{add, ceil_div, mul, sub};
use crate::integer::*;
use crate::number::*;
use crate::refusal::leaves::{Leaves, Numbers};
use crate::run_time::ModeList;
use crate::tuple::IntTuple;
use zellige_macros::total;

/// A bounded mode S:D, before the modes T.
#[derive(Copy, Clone)]
pub struct Inner<S, D, T>(pub S, pub D, pub T);
/// The last mode: stride D, unbounded (S is its original extent).
#[derive(Copy, Clone)]
pub struct Last<S, D>(pub S, pub D);

/// The extension A^ of a layout.
pub trait Extension: Extending + Copy + 'static + Walkable + Bendable {
    /// Its numbers, for messages.
    const NUMBERS: Numbers;
    /// True if the extension has a single mode.
    const IS_ONE: bool;
    /// True if the extension has a run-time integer.
    const HAS_RUN_TIME: bool;
    /// True if it contains a refused integer.
    type IsRefused: Bool;
    /// The first stride.
    type Stride: Integer;
    /// True if all extents are known to be powers of two, and all strides are static.
    type InBits: Bool;
    /// An upper bound of its largest value below the index N, minus the smallest.
    type Largest<N: Integer>: Integer;
    /// An upper bound of its largest value below the index `n`, minus the smallest.
    fn largest<N: Integer>(self, n: N) -> Self::Largest<N>;
    /// Its numbers, with run-time values.
    fn numbers(self) -> Numbers;
    /// Appends the modes to `list`.
    fn list(self, list: &mut ModeList);
}

impl<S: Integer, D: Integer> Extension for Last<S, D> {
    const NUMBERS: Numbers = Numbers {
        shape: Leaves::NONE,
        stride: Leaves::NONE,
    }
    .after(&S::LEAVES, &D::LEAVES);
    const IS_ONE: bool = true;
    const HAS_RUN_TIME: bool = S::HAS_RUN_TIME || D::HAS_RUN_TIME;
    type IsRefused = <S::IsRefused as Bool>::Or<D::IsRefused>;
    type Stride = D;
    type InBits = D::IsStatic;
    type Largest<N: Integer> = Mul<Sub<N, N1>, D::Abs>;
    #[inline(always)]
    fn largest<N: Integer>(self, n: N) -> Self::Largest<N> {
        mul(sub(n, N1::UNIT), self.1.abs())
    }
    fn numbers(self) -> Numbers {
        HNil::NUMBERS.after(&self.0.leaves(), &self.1.leaves())
    }
    #[inline(always)]
    fn list(self, list: &mut ModeList) {
        list.push_mode(self.0, self.1)
    }
}

impl<S: Integer, D: Integer, T: Extension> Extension for Inner<S, D, T> {
    const NUMBERS: Numbers = T::NUMBERS.after(&S::LEAVES, &D::LEAVES);
    const IS_ONE: bool = false;
    const HAS_RUN_TIME: bool = S::HAS_RUN_TIME || D::HAS_RUN_TIME || T::HAS_RUN_TIME;
    type IsRefused = <<S::IsRefused as Bool>::Or<D::IsRefused> as Bool>::Or<T::IsRefused>;
    type Stride = D;
    type InBits = <<<S::Known as Nat>::IsPower as Bool>::And<D::IsStatic> as Bool>::And<T::InBits>;
    type Largest<N: Integer> = Add<Mul<Sub<Min<S, N>, N1>, D::Abs>, T::Largest<CeilDiv<N, S>>>;
    #[inline(always)]
    fn largest<N: Integer>(self, n: N) -> Self::Largest<N> {
        add(
            mul(sub(min(self.0, n), N1::UNIT), self.1.abs()),
            self.2.largest(ceil_div(n, self.0)),
        )
    }
    fn numbers(self) -> Numbers {
        self.2.numbers().after(&self.0.leaves(), &self.1.leaves())
    }
    #[inline(always)]
    fn list(self, list: &mut ModeList) {
        list.push_mode(self.0, self.1);
        self.2.list(list)
    }
}

/// An extension, or nothing yet: a mode can be added in front of both.
#[total]
pub trait Extending: Copy + 'static {
    /// The extension with a mode `s:d` in front, merged if possible.
    fn ahead(self, s: Integer, d: Integer) -> Extension;
    /// The extension; the constant 0 if no mode was added.
    fn done(self) -> Extension;
}
/// Nothing yet: the first mode that is added is the last of the layout.
#[total]
impl Extending for HNil {
    fn ahead(self, s: Integer, d: Integer) -> Extension {
        Last(s, d)
    }
    fn done(self) -> Extension {
        Last(1, 0)
    }
}
#[total]
impl<S: Integer, D: Integer> Extending for Last<S, D> {
    fn ahead(self, s0: Integer, d0: Integer) -> Extension {
        let Last(s, d) = self;
        if s0.is_one() {
            Last(s, d)
        } else if mergeable(s0, d0, s, d) {
            Last(mul(s0, s), d0)
        } else {
            Inner(s0, d0, Last(s, d))
        }
    }
    fn done(self) -> Extension {
        self
    }
}
#[total]
impl<S: Integer, D: Integer, T: Extension> Extending for Inner<S, D, T> {
    fn ahead(self, s0: Integer, d0: Integer) -> Extension {
        let Inner(s, d, t) = self;
        if s0.is_one() {
            Inner(s, d, t)
        } else if mergeable(s0, d0, s, d) {
            Inner(mul(s0, s), d0, t)
        } else {
            Inner(s0, d0, Inner(s, d, t))
        }
    }
    fn done(self) -> Extension {
        self
    }
}

/// The extension of the layout `s:d`.
#[total]
pub fn extension_of(s: IntTuple, d: IntTuple) -> Extension {
    Extending::done(Tree::extend_onto(tree_of(s, d), HNil))
}
