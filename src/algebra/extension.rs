//! The extension of a layout: its coalesced modes, of which the last has no end.
//!
//! Composition evaluates A at B(i), which may lie past the size of A: predication computes such
//! coordinates on purpose. The last mode of A then goes on. So composition works on the extension,
//! written A^, an [`Inner`] mode after the other up to the [`Last`]. It coalesces as any layout
//! does, but never drops the last mode, whose extent does not matter and whose stride does:
//! `(4,1):(1,0)` coalesces to 4:1, yet its extension has 5 at 0 and not at 5.

use super::bend::Bendable;
use super::modes::*;
use super::walk::Walkable;
use crate::cases::cases;
use crate::integer::*;
use crate::number::*;
use crate::refusal::leaves::{Leaves, Numbers};
use crate::tuple::IntTuple;

/// A mode S:D that ends, before the modes T.
#[derive(Copy, Clone)]
pub struct Inner<S, D, T>(pub S, pub D, pub T);
/// The last mode: stride D without an end (S is the extent it had).
#[derive(Copy, Clone)]
pub struct Last<S, D>(pub S, pub D);

/// The extension A^ of a layout.
pub trait Extension: Copy + 'static + Walkable + Bendable {
    /// Its numbers, for sentences.
    const NUMBERS: Numbers;
    /// Is a refused integer in it?
    type IsRefused: Bool;
    /// The first extent.
    type Extent: Integer;
    /// The first stride.
    type Stride: Integer;
    /// Are all extents known to be powers of two, and all strides static?
    type InBits: Bool;
    /// At least its largest value below the index N.
    type Largest<N: Integer>: Integer;
    /// The extension whose first mode has S steps of D for each of the present ones.
    type Merged<S: Integer, D: Integer>: Extension;
    /// At least its largest value below the index `n`.
    fn largest<N: Integer>(self, n: N) -> Self::Largest<N>;
    /// The extension whose first mode is merged with the mode `s:d` before it.
    fn merged<S: Integer, D: Integer>(self, s: S, d: D) -> Self::Merged<S, D>;
    /// Its numbers, with run-time values.
    fn numbers(self) -> Numbers;
}

impl<S: Integer, D: Integer> Extension for Last<S, D> {
    const NUMBERS: Numbers = Numbers {
        shape: Leaves::NONE,
        stride: Leaves::NONE,
    }
    .after(&S::LEAVES, &D::LEAVES);
    type IsRefused = <S::IsRefused as Bool>::Or<D::IsRefused>;
    type Extent = S;
    type Stride = D;
    type InBits = D::IsStatic;
    type Largest<N: Integer> = Mul<Sub<N, N1>, D>;
    type Merged<S2: Integer, D2: Integer> = Last<Mul<S2, S>, D2>;
    #[inline(always)]
    fn largest<N: Integer>(self, n: N) -> Self::Largest<N> {
        mul(sub(n, N1::UNIT), self.1)
    }
    #[inline(always)]
    fn merged<S2: Integer, D2: Integer>(self, s: S2, d: D2) -> Self::Merged<S2, D2> {
        Last(mul(s, self.0), d)
    }
    fn numbers(self) -> Numbers {
        HNil::NUMBERS.after(&self.0.leaves(), &self.1.leaves())
    }
}

impl<S: Integer, D: Integer, T: Extension> Extension for Inner<S, D, T> {
    const NUMBERS: Numbers = T::NUMBERS.after(&S::LEAVES, &D::LEAVES);
    type IsRefused = <<S::IsRefused as Bool>::Or<D::IsRefused> as Bool>::Or<T::IsRefused>;
    type Extent = S;
    type Stride = D;
    type InBits = <<<S::Known as Nat>::IsPower as Bool>::And<D::IsStatic> as Bool>::And<T::InBits>;
    type Largest<N: Integer> = Add<Mul<Sub<Min<S, N>, N1>, D>, T::Largest<CeilDiv<N, S>>>;
    type Merged<S2: Integer, D2: Integer> = Inner<Mul<S2, S>, D2, T>;
    #[inline(always)]
    fn largest<N: Integer>(self, n: N) -> Self::Largest<N> {
        add(
            mul(sub(min(self.0, n), N1::UNIT), self.1),
            self.2.largest(ceil_div(n, self.0)),
        )
    }
    #[inline(always)]
    fn merged<S2: Integer, D2: Integer>(self, s: S2, d: D2) -> Self::Merged<S2, D2> {
        Inner(mul(s, self.0), d, self.2)
    }
    fn numbers(self) -> Numbers {
        self.2.numbers().after(&self.0.leaves(), &self.1.leaves())
    }
}

/// From a list of modes to its extension.
pub trait Extend: Sized {
    /// The extension of the list; of no mode, the constant 0.
    type Extend: Extension;
    /// The extension of the list with a mode S:D before it.
    type ExtendAfter<S: Integer, D: Integer>: Extension;
    /// The extension of the list.
    fn extend(self) -> Self::Extend;
    /// The extension of the list with a mode `s:d` before it.
    fn extend_after<S: Integer, D: Integer>(self, s: S, d: D) -> Self::ExtendAfter<S, D>;
}

impl Extend for HNil {
    type Extend = Last<N1, UTerm>;
    type ExtendAfter<S: Integer, D: Integer> = Last<S, D>;
    #[inline(always)]
    fn extend(self) -> Self::Extend {
        Last(N1::UNIT, UTerm)
    }
    #[inline(always)]
    fn extend_after<S: Integer, D: Integer>(self, s: S, d: D) -> Last<S, D> {
        Last(s, d)
    }
}

impl<S: Integer, D: Integer, T: Modes> Extend for M<S, D, T> {
    type Extend = T::ExtendAfter<S, D>;
    type ExtendAfter<S2: Integer, D2: Integer> =
        <S2::IsOne as AheadOrDrop>::Out<S2, D2, Self::Extend>;
    #[inline(always)]
    fn extend(self) -> Self::Extend {
        self.tail.extend_after(self.head.shape, self.head.stride)
    }
    #[inline(always)]
    fn extend_after<S2: Integer, D2: Integer>(self, s: S2, d: D2) -> Self::ExtendAfter<S2, D2> {
        <S2::IsOne as AheadOrDrop>::go(s, d, self.extend())
    }
}

cases! {
    /// A mode ahead of an extension: is its extent 1?
    AheadOrDrop[S: Integer, D: Integer, A: Extension](s: S, d: D, a: A) -> Extension {
        B1 => A = a;
        B0 => <Continues<S, D, A> as AheadOrMerge>::Out<S, D, A> = <Continues<S, D, A> as AheadOrMerge>::go(s, d, a);
    }
}
/// S * D is *known* to be the first stride of A, whose extent is static.
type Continues<S, D, A> = <Eq<Mul<S, D>, <A as Extension>::Stride> as Bool>::And<
    <<A as Extension>::Extent as Integer>::IsStatic,
>;
cases! {
    /// A mode ahead of an extension: does the extension continue it?
    AheadOrMerge[S: Integer, D: Integer, A: Extension](s: S, d: D, a: A) -> Extension {
        B1 => A::Merged<S, D> = a.merged(s, d);
        B0 => Inner<S, D, A> = Inner(s, d, a);
    }
}

/// The extension of the layout S:D.
pub type ExtensionOf<S, D> = <Flat<S, D> as Extend>::Extend;
/// The extension of the layout `s:d`.
#[inline(always)]
pub fn extension<S: IntTuple, D: IntTuple>(s: S, d: D) -> ExtensionOf<S, D> {
    flat(s, d, HNil).extend()
}
