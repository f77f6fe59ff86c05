//! The working form of a layout: a flat list of modes.
//!
//! Shape `(8,(4,4))` with stride `(1,(64,8))` becomes the list 8:1, 4:64, 4:8, in types
//! `HCons<Mode<U8, U1>, HCons<Mode<U4, U64>, HCons<Mode<U4, U8>, HNil>>>`. A function on lists is
//! defined on `HNil` and on a first mode `S:D` with the list `T` of the others.

pub use frunk::hlist::{HCons, HNil};

use super::coalesce::Coalesce;
use super::complement::Complement;
use super::inverse::Inverse;
use crate::integer::total::{add, mul, sub};
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::refusal::leaves::{Leaves, Numbers};
use crate::refusal::{Reason, Refused};
use crate::run_time::ModeList;
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
/// [`M`] by the name of [`cons`], for functions on types and values.
pub use M as Cons;

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
pub trait Modes: Copy + 'static + Coalesce + Complement + Inverse + ToLayout {
    /// Its numbers, for sentences.
    const NUMBERS: Numbers;
    /// The number of modes.
    const LEN: usize;
    /// True if it has no run-time integer.
    const IS_STATIC: bool;
    /// The extent of the first mode; 1 if there is none.
    type S: Integer;
    /// The stride of the first mode; 0 if there is none.
    type D: Integer;
    /// The other modes.
    type T: Modes;
    /// First extent, first stride, other modes.
    fn parts(self) -> (Self::S, Self::D, Self::T);
    /// Appends the modes to `list`.
    fn list(self, list: &mut ModeList);
}

impl Modes for HNil {
    const NUMBERS: Numbers = Numbers {
        shape: Leaves::NONE,
        stride: Leaves::NONE,
    };
    const LEN: usize = 0;
    const IS_STATIC: bool = true;
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
    const IS_STATIC: bool = S::IS_STATIC && D::IS_STATIC && T::IS_STATIC;
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

/// Back to a layout: one mode becomes integers (not tuples of one), no mode becomes 1:0.
pub trait ToLayout: Sized {
    /// 1 + the largest offset: 1 + the sum of (extent - 1) * |stride|.
    type Cosize: Integer;
    /// The tuple of the extents.
    type Shapes: IntTuple;
    /// The tuple of the strides.
    type Strides: IntTuple;
    /// The shape of the layout.
    type Shape: IntTuple;
    /// The stride of the layout.
    type Stride: IntTuple;
    /// The layout.
    type ToLayout: Layout;
    /// The extents as a shape, with S in front.
    type ShapeAfter<S: Integer>: IntTuple;
    /// The strides, with D in front.
    type StrideAfter<D: Integer>: IntTuple;
    /// 1 + the largest offset.
    fn cosize(self) -> Self::Cosize;
    /// The tuple of the extents.
    fn shapes(self) -> Self::Shapes;
    /// The tuple of the strides.
    fn strides(self) -> Self::Strides;
    /// The shape of the layout.
    fn shape(self) -> Self::Shape;
    /// The stride of the layout.
    fn stride(self) -> Self::Stride;
    /// The layout.
    fn to_layout(self) -> Self::ToLayout;
    /// The extents as a shape, with `s` in front.
    fn shape_after<S: Integer>(self, s: S) -> Self::ShapeAfter<S>;
    /// The strides, with `d` in front.
    fn stride_after<D: Integer>(self, d: D) -> Self::StrideAfter<D>;
}

impl ToLayout for HNil {
    type Cosize = N1;
    type Shapes = ();
    type Strides = ();
    type Shape = N1;
    type Stride = UTerm;
    type ToLayout = Strided<N1, UTerm>;
    type ShapeAfter<S: Integer> = S;
    type StrideAfter<D: Integer> = D;
    #[inline(always)]
    fn cosize(self) -> N1 {
        N1::UNIT
    }
    #[inline(always)]
    fn shapes(self) {}
    #[inline(always)]
    fn strides(self) {}
    #[inline(always)]
    fn shape(self) -> N1 {
        N1::UNIT
    }
    #[inline(always)]
    fn stride(self) -> UTerm {
        UTerm
    }
    #[inline(always)]
    fn to_layout(self) -> Self::ToLayout {
        Strided::of(N1::UNIT, UTerm)
    }
    #[inline(always)]
    fn shape_after<S: Integer>(self, s: S) -> S {
        s
    }
    #[inline(always)]
    fn stride_after<D: Integer>(self, d: D) -> D {
        d
    }
}

type Pre<X, T> = <T as IntTuple>::Prepend<X>;

impl<S: Integer, D: Integer, T: Modes> ToLayout for M<S, D, T> {
    type Cosize = Add<Mul<Sub<S, N1>, D::Abs>, T::Cosize>;
    type Shapes = Pre<S, T::Shapes>;
    type Strides = Pre<D, T::Strides>;
    type Shape = T::ShapeAfter<S>;
    type Stride = T::StrideAfter<D>;
    type ToLayout = Strided<T::ShapeAfter<S>, T::StrideAfter<D>>;
    type ShapeAfter<S2: Integer> = Pre<S2, Pre<S, T::Shapes>>;
    type StrideAfter<D2: Integer> = Pre<D2, Pre<D, T::Strides>>;
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
    fn shape(self) -> Self::Shape {
        self.tail.shape_after(self.head.shape)
    }
    #[inline(always)]
    fn stride(self) -> Self::Stride {
        self.tail.stride_after(self.head.stride)
    }
    #[inline(always)]
    fn to_layout(self) -> Self::ToLayout {
        Strided::of(self.shape(), self.stride())
    }
    #[inline(always)]
    fn shape_after<S2: Integer>(self, s: S2) -> Self::ShapeAfter<S2> {
        self.shapes().prepend_mode(s)
    }
    #[inline(always)]
    fn stride_after<D2: Integer>(self, d: D2) -> Self::StrideAfter<D2> {
        self.strides().prepend_mode(d)
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
