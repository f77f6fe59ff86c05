//! Global memory.

use super::{Engine, Moved};
use zellige::integer::Integer;
use zellige::prelude::*;
use zellige::stride::{ArithmeticTuple, ScaledBasis};
use zellige::typenum::{B1, UInt, UTerm};

/// A point (row, column): the offset of a layout of coordinates.
///
/// The layout of a matrix of coordinates has the strides `1@0` and `1@1`, so its offsets are `V@0`, `V@1` and
/// `ArithTuple(V, W)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a point (row, column)",
    label = "is no point of a matrix"
)]
pub trait Point: Integer {
    /// Its row and its column, if both are static.
    const KNOWN_PAIR: Option<(u64, u64)>;
    /// Its row and its column.
    fn pair(self) -> (u32, u32);
    /// Is the point inside of a matrix of so many rows and columns? These are (0, 0) if nothing is inside.
    fn is_inside(self, of: (u32, u32)) -> bool;
}
type Axis0 = (UTerm,);
type Axis1 = (UInt<UTerm, B1>,);
/// V, if it is static.
const fn known<V: Integer>() -> Option<u64> {
    if size_of::<V>() == 0 {
        Some(V::KNOWN)
    } else {
        None
    }
}
impl Point for UTerm {
    const KNOWN_PAIR: Option<(u64, u64)> = Some((0, 0));
    #[inline(always)]
    fn pair(self) -> (u32, u32) {
        (0, 0)
    }
    #[inline(always)]
    fn is_inside(self, of: (u32, u32)) -> bool {
        0 < of.0
    }
}
impl<V: Integer> Point for ScaledBasis<V, Axis0> {
    const KNOWN_PAIR: Option<(u64, u64)> = match known::<V>() {
        Some(row) => Some((row, 0)),
        None => None,
    };
    #[inline(always)]
    fn pair(self) -> (u32, u32) {
        (self.value().u32(), 0)
    }
    #[inline(always)]
    fn is_inside(self, of: (u32, u32)) -> bool {
        self.pair().0 < of.0
    }
}
impl<V: Integer> Point for ScaledBasis<V, Axis1> {
    const KNOWN_PAIR: Option<(u64, u64)> = match known::<V>() {
        Some(column) => Some((0, column)),
        None => None,
    };
    #[inline(always)]
    fn pair(self) -> (u32, u32) {
        (0, self.value().u32())
    }
    #[inline(always)]
    fn is_inside(self, of: (u32, u32)) -> bool {
        self.pair().1 < of.1
    }
}
impl<A: Integer, B: Integer> Point for ArithmeticTuple<(A, B)> {
    const KNOWN_PAIR: Option<(u64, u64)> = match (known::<A>(), known::<B>()) {
        (Some(row), Some(column)) => Some((row, column)),
        _ => None,
    };
    #[inline(always)]
    fn pair(self) -> (u32, u32) {
        let (a, b) = self.coordinate();
        (a.u32(), b.u32())
    }
    #[inline(always)]
    fn is_inside(self, of: (u32, u32)) -> bool {
        let (a, b) = self.pair();
        a < of.0 && b < of.1
    }
}

/// A pointer to elements in global memory: `*const T` or `*mut T`.
pub trait Pointer: Copy {
    /// The type of an element.
    type Element;
    /// The pointer `by` elements further on.
    fn forward(self, by: usize) -> Self;
    /// The pointer, to read.
    fn constant(self) -> *const Self::Element;
}
macro_rules! pointer {
    ($($pointer:ty)*) => { $(
        impl<T> Pointer for $pointer {
            type Element = T;
            #[inline(always)]
            fn forward(self, by: usize) -> Self {
                self.wrapping_add(by)
            }
            #[inline(always)]
            fn constant(self) -> *const T {
                self
            }
        }
    )* };
}
pointer!(*const T *mut T);

/// A matrix in global memory, laid out by L, from some element on.
///
/// It is moved by points, and so it knows what is left of the matrix: predication is part of it, and needs no tensor
/// of coordinates beside the data. CuTe: a tensor and its `make_identity_tensor`.
pub struct Matrix<P, L> {
    pub(crate) pointer: P,
    layout: L,
    /// The rows and columns from here on; (0, 0) if this is outside.
    pub(crate) left: (u32, u32),
    /// Is this inside? Of `left` it can be known, too, but not by the comparison that was made for it.
    pub(crate) inside: bool,
}
impl<P: Copy, L: Copy> Clone for Matrix<P, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<P: Copy, L: Copy> Copy for Matrix<P, L> {}
impl<P: Pointer, L: Layout> Engine for Matrix<P, L> {
    type Element = P::Element;
}
impl<P: Pointer, L: Layout<Shape = (u32, u32)>> Matrix<P, L> {
    /// The matrix at the pointer, from its first element on.
    #[inline(always)]
    pub fn new(pointer: P, layout: L) -> Self {
        Matrix {
            pointer,
            layout,
            left: layout.shape(),
            inside: true,
        }
    }
}
impl<P: Pointer, L: Layout> Matrix<P, L> {
    /// The pointer to the element.
    #[inline(always)]
    pub fn pointer(self) -> P {
        self.pointer
    }
    /// Is the element inside of the matrix?
    #[inline(always)]
    pub fn is_inside(self) -> bool {
        self.inside
    }
    /// Moved far: the offset is computed in 64 bits.
    #[inline(always)]
    pub(crate) fn far(self, to: impl Point) -> Self {
        let (row, column) = to.pair();
        let left = (
            self.left.0.saturating_sub(row),
            self.left.1.saturating_sub(column),
        );
        let offset = self
            .layout
            .offset_at((row as usize, column as usize))
            .usize();
        Matrix {
            pointer: self.pointer.forward(offset),
            left,
            ..self
        }
    }
    /// The same memory; what is left is what would be left at the point.
    #[inline(always)]
    pub(crate) fn bounded(self, to: impl Point) -> Self {
        let (row, column) = to.pair();
        let inside = to.is_inside(self.left);
        let left = (
            if inside { self.left.0 - row } else { 0 },
            if inside { self.left.1 - column } else { 0 },
        );
        Matrix {
            left,
            inside,
            ..self
        }
    }
    /// The memory at the point, by an offset of 32 bits; what is left stays.
    #[inline(always)]
    pub(crate) fn stepped(self, to: impl Point) -> Self {
        let (row, column) = to.pair();
        let offset = self.layout.offset_at((row, column)).u32();
        Matrix {
            pointer: self.pointer.forward(offset as usize),
            ..self
        }
    }
}
impl<P: Pointer, L: Layout, O: Point> Moved<O> for Matrix<P, L> {
    #[inline(always)]
    fn moved(self, by: O) -> Self {
        self.bounded(by).stepped(by)
    }
}
