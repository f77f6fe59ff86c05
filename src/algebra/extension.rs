//! The extension of a layout: its coalesced modes, of which the last has no end.
//!
//! Composition evaluates A at B(i), which may lie past the size of A: predication computes such
//! coordinates on purpose. The last mode of A then goes on. So composition works on the extension,
//! written A^, an [`Inner`] mode after the other up to the [`Last`]. It coalesces as any layout
//! does, but never drops the last mode, whose extent does not matter and whose stride does:
//! `(4,1):(1,0)` coalesces to 4:1, yet its extension has 5 at 0 and not at 5.

use super::bend::Bendable;
use super::coalesce::Mergeable;
use super::modes::*;
use super::tree::{Tree, TreeOf};
use super::walk::Walkable;
use crate::cases::cases;
use crate::integer::total::{add, ceil_div, mul, sub};
use crate::integer::*;
use crate::number::*;
use crate::refusal::leaves::{Leaves, Numbers};
use crate::run_time::ModeList;
use crate::tuple::IntTuple;

/// A mode S:D that ends, before the modes T.
#[derive(Copy, Clone)]
pub struct Inner<S, D, T>(pub S, pub D, pub T);
/// The last mode: stride D without an end (S is the extent it had).
#[derive(Copy, Clone)]
pub struct Last<S, D>(pub S, pub D);

/// The extension A^ of a layout.
pub trait Extension: Extending + Copy + 'static + Walkable + Bendable {
    /// Its numbers, for sentences.
    const NUMBERS: Numbers;
    /// Is it one mode?
    const IS_ONE: bool;
    /// Has it no run-time integer?
    const IS_STATIC: bool;
    /// Is a refused integer in it?
    type IsRefused: Bool;
    /// The first stride.
    type Stride: Integer;
    /// Are all extents known to be powers of two, and all strides static?
    type InBits: Bool;
    /// At least its largest value below the index N, less the smallest.
    type Largest<N: Integer>: Integer;
    /// At least its largest value below the index `n`, less the smallest.
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
    const IS_STATIC: bool = S::IS_STATIC && D::IS_STATIC;
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
    const IS_STATIC: bool = S::IS_STATIC && D::IS_STATIC && T::IS_STATIC;
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

/// What a mode can come ahead of: an extension, or nothing yet.
pub trait Extending: Copy + 'static {
    /// With a mode S:D ahead, merged if possible.
    type Ahead<S: Integer, D: Integer>: Extension;
    /// The extension; if no mode came, the constant 0.
    type Done: Extension;
    /// With a mode `s:d` ahead, merged if possible.
    fn ahead<S: Integer, D: Integer>(self, s: S, d: D) -> Self::Ahead<S, D>;
    /// The extension; if no mode came, the constant 0.
    fn done(self) -> Self::Done;
}

/// Nothing yet: the first mode that comes is the last of the layout.
impl Extending for HNil {
    type Ahead<S: Integer, D: Integer> = Last<S, D>;
    type Done = Last<N1, UTerm>;
    #[inline(always)]
    fn ahead<S: Integer, D: Integer>(self, s: S, d: D) -> Last<S, D> {
        Last(s, d)
    }
    #[inline(always)]
    fn done(self) -> Self::Done {
        Last(N1::UNIT, UTerm)
    }
}

impl<S: Integer, D: Integer> Extending for Last<S, D> {
    type Ahead<S2: Integer, D2: Integer> = <S2::IsOne as AheadOfLast>::Out<S2, D2, S, D>;
    type Done = Self;
    #[inline(always)]
    fn ahead<S2: Integer, D2: Integer>(self, s: S2, d: D2) -> Self::Ahead<S2, D2> {
        <S2::IsOne as AheadOfLast>::go(s, d, self.0, self.1)
    }
    #[inline(always)]
    fn done(self) -> Self {
        self
    }
}
cases! {
    /// S:D ahead of the last mode S2:D2: is the extent 1?
    AheadOfLast[S: Integer, D: Integer, S2: Integer, D2: Integer](s: S, d: D, s2: S2, d2: D2) -> Extension {
        B1 => Last<S2, D2> = Last(s2, d2);
        B0 => <Mergeable<S, D, S2, D2> as MergeIntoLast>::Out<S, D, S2, D2> = <Mergeable<S, D, S2, D2> as MergeIntoLast>::go(s, d, s2, d2);
    }
}
cases! {
    /// Does S:D continue in the last mode S2:D2?
    MergeIntoLast[S: Integer, D: Integer, S2: Integer, D2: Integer](s: S, d: D, s2: S2, d2: D2) -> Extension {
        B1 => Last<Mul<S, S2>, D> = Last(mul(s, s2), d);
        B0 => Inner<S, D, Last<S2, D2>> = Inner(s, d, Last(s2, d2));
    }
}

impl<S: Integer, D: Integer, T: Extension> Extending for Inner<S, D, T> {
    type Ahead<S2: Integer, D2: Integer> = <S2::IsOne as AheadOfInner>::Out<S2, D2, S, D, T>;
    type Done = Self;
    #[inline(always)]
    fn ahead<S2: Integer, D2: Integer>(self, s: S2, d: D2) -> Self::Ahead<S2, D2> {
        <S2::IsOne as AheadOfInner>::go(s, d, self.0, self.1, self.2)
    }
    #[inline(always)]
    fn done(self) -> Self {
        self
    }
}
cases! {
    /// S:D ahead of the mode S2:D2 before T: is the extent 1?
    AheadOfInner[S: Integer, D: Integer, S2: Integer, D2: Integer, T: Extension](s: S, d: D, s2: S2, d2: D2, t: T) -> Extension {
        B1 => Inner<S2, D2, T> = Inner(s2, d2, t);
        B0 => <Mergeable<S, D, S2, D2> as MergeIntoInner>::Out<S, D, S2, D2, T> = <Mergeable<S, D, S2, D2> as MergeIntoInner>::go(s, d, s2, d2, t);
    }
}
cases! {
    /// Does S:D continue in the mode S2:D2 before T?
    MergeIntoInner[S: Integer, D: Integer, S2: Integer, D2: Integer, T: Extension](s: S, d: D, s2: S2, d2: D2, t: T) -> Extension {
        B1 => Inner<Mul<S, S2>, D, T> = Inner(mul(s, s2), d, t);
        B0 => Inner<S, D, Inner<S2, D2, T>> = Inner(s, d, Inner(s2, d2, t));
    }
}

/// The extension of the layout S:D.
pub type ExtensionOf<S, D> = <<TreeOf<S, D> as Tree>::Extend<HNil> as Extending>::Done;
/// The extension of the layout `s:d`.
#[inline(always)]
pub fn extension<S: IntTuple, D: IntTuple>(s: S, d: D) -> ExtensionOf<S, D> {
    s.tree(d).extend_onto(HNil).done()
}
