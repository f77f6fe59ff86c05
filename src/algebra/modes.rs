//! The working form of a layout: a flat list of modes.
//!
//! Shape `(8,(4,4))` with stride `(1,(64,8))` becomes the list 8:1, 4:64, 4:8, in types
//! `HCons<Mode<U8, U1>, HCons<Mode<U4, U64>, HCons<Mode<U4, U8>, HNil>>>`. A function on lists is
//! defined on `HNil` and on a first mode `S:D` with the list `T` of the others.

pub use frunk::hlist::{HCons, HNil};

use super::coalesce::Coalesce;
use super::complement::Complement;
use super::extension::Extend;
use super::inverse::Inverse;
use crate::cases::cases;
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::refusal::leaves::{Leaves, Numbers};
use crate::refusal::{Reason, Refused};
use crate::tuple::*;

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

/// The list of a first mode and the others.
#[inline(always)]
pub fn cons<S, D, T>(shape: S, stride: D, tail: T) -> M<S, D, T> {
    HCons {
        head: Mode { shape, stride },
        tail,
    }
}

/// The list of a refused operation: one refused mode.
pub type RefusedModes<E> = M<Refused<E>, Refused<E>, HNil>;
/// The list of a refused operation.
#[inline(always)]
pub fn refused_modes<E: Reason>() -> RefusedModes<E> {
    cons(Refused::UNIT, Refused::UNIT, HNil)
}

/// A list of modes.
pub trait Modes: Copy + 'static + Coalesce + Extend + Complement + Inverse + ToLayout {
    /// Its numbers, for sentences.
    const NUMBERS: Numbers;
    /// The extent of the first mode; 1 if there is none.
    type S: Integer;
    /// The stride of the first mode; 0 if there is none.
    type D: Integer;
    /// The other modes.
    type T: Modes;
    /// First extent, first stride, other modes.
    fn parts(self) -> (Self::S, Self::D, Self::T);
}

impl Modes for HNil {
    const NUMBERS: Numbers = Numbers {
        shape: Leaves::NONE,
        stride: Leaves::NONE,
    };
    type S = N1;
    type D = UTerm;
    type T = HNil;
    #[inline(always)]
    fn parts(self) -> (N1, UTerm, HNil) {
        (N1::UNIT, UTerm, HNil)
    }
}

impl<S: Integer, D: Integer, T: Modes> Modes for M<S, D, T> {
    const NUMBERS: Numbers = T::NUMBERS.after(&S::LEAVES, &D::LEAVES);
    type S = S;
    type D = D;
    type T = T;
    #[inline(always)]
    fn parts(self) -> (S, D, T) {
        (self.head.shape, self.head.stride, self.tail)
    }
}

cases! {
    /// The modes of a shape S and a stride D, in front of R.
    FlattenModes[S: IntTuple, D: IntTuple, R: Modes](s: S, d: D, r: R) -> Modes {
        Leaf => M<S::Leaf, D::Leaf, R> = cons(s.leaf(), d.leaf(), r);
        Empty => R = r;
        Node => Flat<S::Head, D::Head, Flat<S::Tail, D::Tail, R>> = flat(s.head(), d.head(), flat(s.tail(), d.tail(), r));
    }
}
/// The modes of the layout S:D, in front of R.
pub type Flat<S, D, R = HNil> = <<S as IntTuple>::Kind as FlattenModes>::Out<S, D, R>;
/// The modes of the layout `s:d`, in front of `r`.
#[inline(always)]
pub fn flat<S: IntTuple, D: IntTuple, R: Modes>(s: S, d: D, r: R) -> Flat<S, D, R> {
    <S::Kind as FlattenModes>::go(s, d, r)
}

/// Back to a layout: one mode becomes integers (not tuples of one), no mode becomes 1:0.
pub trait ToLayout: Sized {
    /// 1 + the largest offset: 1 + the sum of (extent - 1) * |stride|.
    type Cosize: Integer;
    /// The tuple of the extents.
    type Shapes: IntTuple;
    /// The tuple of the strides.
    type Strides: IntTuple;
    /// The layout.
    type ToLayout: Layout;
    /// The layout with a mode S:D in front.
    type ToLayoutAfter<S: Integer, D: Integer>: Layout;
    /// 1 + the largest offset.
    fn cosize(self) -> Self::Cosize;
    /// The tuple of the extents.
    fn shapes(self) -> Self::Shapes;
    /// The tuple of the strides.
    fn strides(self) -> Self::Strides;
    /// The layout.
    fn to_layout(self) -> Self::ToLayout;
    /// The layout with a mode `s:d` in front.
    fn to_layout_after<S: Integer, D: Integer>(self, s: S, d: D) -> Self::ToLayoutAfter<S, D>;
}

impl ToLayout for HNil {
    type Cosize = N1;
    type Shapes = ();
    type Strides = ();
    type ToLayout = Strided<N1, UTerm>;
    type ToLayoutAfter<S: Integer, D: Integer> = Strided<S, D>;
    #[inline(always)]
    fn cosize(self) -> N1 {
        N1::UNIT
    }
    #[inline(always)]
    fn shapes(self) {}
    #[inline(always)]
    fn strides(self) {}
    #[inline(always)]
    fn to_layout(self) -> Self::ToLayout {
        Strided::of(N1::UNIT, UTerm)
    }
    #[inline(always)]
    fn to_layout_after<S: Integer, D: Integer>(self, s: S, d: D) -> Strided<S, D> {
        Strided::of(s, d)
    }
}

type Pre<X, T> = <T as IntTuple>::Prepend<X>;

impl<S: Integer, D: Integer, T: Modes> ToLayout for M<S, D, T> {
    type Cosize = Add<Mul<Sub<S, N1>, D::Abs>, T::Cosize>;
    type Shapes = Pre<S, T::Shapes>;
    type Strides = Pre<D, T::Strides>;
    type ToLayout = T::ToLayoutAfter<S, D>;
    type ToLayoutAfter<S2: Integer, D2: Integer> =
        Strided<Pre<S2, Pre<S, T::Shapes>>, Pre<D2, Pre<D, T::Strides>>>;
    #[inline(always)]
    fn cosize(self) -> Self::Cosize {
        add(
            mul(sub(self.head.shape, N1::UNIT), self.head.stride.abs()),
            self.tail.cosize(),
        )
    }
    #[inline(always)]
    fn shapes(self) -> Self::Shapes {
        self.tail.shapes().prepend_mode(self.head.shape)
    }
    #[inline(always)]
    fn strides(self) -> Self::Strides {
        self.tail.strides().prepend_mode(self.head.stride)
    }
    #[inline(always)]
    fn to_layout(self) -> Self::ToLayout {
        self.tail.to_layout_after(self.head.shape, self.head.stride)
    }
    #[inline(always)]
    fn to_layout_after<S2: Integer, D2: Integer>(
        self,
        s: S2,
        d: D2,
    ) -> Self::ToLayoutAfter<S2, D2> {
        Strided::of(
            self.shapes().prepend_mode(s),
            self.strides().prepend_mode(d),
        )
    }
}
