//! Global memory.

use super::{Engine, Get, Moved, Set};
use core::marker::PhantomData;
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
    /// What the extents of a tile say that begins at such a point; see [`Left`].
    type Folded: Left;
    /// Is its row known to be 0? And its column?
    const ALONG: (bool, bool);
    /// Its row and its column.
    fn pair(self) -> (u32, u32);
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
    type Folded = Both;
    const ALONG: (bool, bool) = (true, true);
    const KNOWN_PAIR: Option<(u64, u64)> = Some((0, 0));
    #[inline(always)]
    fn pair(self) -> (u32, u32) {
        (0, 0)
    }
}
impl<V: Integer> Point for ScaledBasis<V, Axis0> {
    type Folded = ByColumn;
    const ALONG: (bool, bool) = (false, true);
    const KNOWN_PAIR: Option<(u64, u64)> = match known::<V>() {
        Some(row) => Some((row, 0)),
        None => None,
    };
    #[inline(always)]
    fn pair(self) -> (u32, u32) {
        (self.value().u32(), 0)
    }
}
impl<V: Integer> Point for ScaledBasis<V, Axis1> {
    type Folded = ByRow;
    const ALONG: (bool, bool) = (true, false);
    const KNOWN_PAIR: Option<(u64, u64)> = match known::<V>() {
        Some(column) => Some((0, column)),
        None => None,
    };
    #[inline(always)]
    fn pair(self) -> (u32, u32) {
        (0, self.value().u32())
    }
}
impl<A: Integer, B: Integer> Point for ArithmeticTuple<(A, B)> {
    type Folded = Both;
    const ALONG: (bool, bool) = (false, false);
    const KNOWN_PAIR: Option<(u64, u64)> = match (known::<A>(), known::<B>()) {
        (Some(row), Some(column)) => Some((row, column)),
        _ => None,
    };
    #[inline(always)]
    fn pair(self) -> (u32, u32) {
        let (a, b) = self.coordinate();
        (a.u32(), b.u32())
    }
}

/// What the numbers of rows and columns that are left of a matrix say.
pub trait Left: Copy + 'static {
    /// Is the point inside, of so many rows and columns?
    fn contains<O: Point>(point: O, left: (u32, u32)) -> bool;
}
/// There are so many rows and so many columns: either may be 0.
#[derive(Copy, Clone)]
pub struct Both;
/// There are no rows, either, if there are no columns: where a tile begins right of the matrix.
#[derive(Copy, Clone)]
pub struct ByRow;
/// There are no columns, either, if there are no rows: where a tile begins below the matrix.
#[derive(Copy, Clone)]
pub struct ByColumn;
impl Left for Both {
    #[inline(always)]
    fn contains<O: Point>(point: O, left: (u32, u32)) -> bool {
        let (row, column) = point.pair();
        row < left.0 && column < left.1
    }
}
impl Left for ByRow {
    #[inline(always)]
    fn contains<O: Point>(point: O, left: (u32, u32)) -> bool {
        if O::ALONG.1 {
            point.pair().0 < left.0
        } else {
            Both::contains(point, left)
        }
    }
}
impl Left for ByColumn {
    #[inline(always)]
    fn contains<O: Point>(point: O, left: (u32, u32)) -> bool {
        if O::ALONG.0 {
            point.pair().1 < left.1
        } else {
            Both::contains(point, left)
        }
    }
}

/// A pointer to elements in global memory: `*const T` or `*mut T`, or [`Narrow`] of one.
pub trait Pointer: Copy {
    /// The type of an element.
    type Element;
    /// Are there less than 2^32 elements, so that every offset is computed in 32 bits?
    const NARROW: bool;
    /// The pointer `by` elements further on.
    fn forward(self, by: usize) -> Self;
    /// The pointer `by` elements further on, or back.
    fn offset(self, by: isize) -> Self;
    /// The pointer, to read.
    fn constant(self) -> *const Self::Element;
}
/// A [`Pointer`] through which elements are written: `*mut T`, or [`Narrow`] of one.
pub trait PointerMut: Pointer {
    /// The pointer, to write.
    fn mutable(self) -> *mut Self::Element;
}
/// A pointer into a matrix of less than 2^32 elements, those between its rows among them: offsets of its tiles have 32 bits,
/// and a thread spares the instructions for 64.
///
/// Where a share of a larger matrix begins is computed modulo 2^32, and so in the wrong place.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{engine::Narrow, tensor::gmem};
/// let memory = [0f32; 5 * 7];
/// let matrix = gmem(Narrow(memory.as_ptr()), layout!((5u32, 7u32) : (7u32, 1)));
/// assert!(matrix.is_inside());
/// ```
#[derive(Copy, Clone)]
pub struct Narrow<P>(pub P);
impl<P: Pointer> Pointer for Narrow<P> {
    type Element = P::Element;
    const NARROW: bool = true;
    #[inline(always)]
    fn forward(self, by: usize) -> Self {
        Narrow(self.0.forward(by))
    }
    #[inline(always)]
    fn offset(self, by: isize) -> Self {
        Narrow(self.0.offset(by))
    }
    #[inline(always)]
    fn constant(self) -> *const P::Element {
        self.0.constant()
    }
}
impl<P: PointerMut> PointerMut for Narrow<P> {
    #[inline(always)]
    fn mutable(self) -> *mut P::Element {
        self.0.mutable()
    }
}
impl<T> PointerMut for *mut T {
    #[inline(always)]
    fn mutable(self) -> *mut T {
        self
    }
}
macro_rules! pointer {
    ($($pointer:ty)*) => { $(
        impl<T> Pointer for $pointer {
            type Element = T;
            const NARROW: bool = false;
            #[inline(always)]
            fn forward(self, by: usize) -> Self {
                self.wrapping_add(by)
            }
            #[inline(always)]
            fn offset(self, by: isize) -> Self {
                self.wrapping_offset(by)
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
pub struct Matrix<P, L, F = Both> {
    pub(crate) pointer: P,
    layout: L,
    /// The rows and columns from here on, as F says.
    left: (u32, u32),
    /// Is this inside? Of `left` it can be known, too, but not by the comparison that was made for it.
    inside: bool,
    folded: PhantomData<F>,
}
impl<P: Copy, L: Copy, F> Clone for Matrix<P, L, F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<P: Copy, L: Copy, F> Copy for Matrix<P, L, F> {}
impl<P: Pointer, L: Layout, F: Left> Engine for Matrix<P, L, F> {
    type Element = P::Element;
    #[inline(always)]
    fn has_element(self) -> bool {
        self.inside
    }
}
impl<P: Pointer, L: Layout<Shape = (u32, u32)>, F> Matrix<P, L, F> {
    /// The row and the column of the element, if it is inside.
    #[inline(always)]
    pub fn coordinate(self) -> (u32, u32) {
        let (rows, columns) = self.layout.shape();
        (
            rows.wrapping_sub(self.left.0),
            columns.wrapping_sub(self.left.1),
        )
    }
}
impl<P: Pointer, L: Layout<Shape = (u32, u32)>> Matrix<P, L> {
    /// The matrix at the pointer, from its first element on.
    #[inline(always)]
    pub fn new(pointer: P, layout: L) -> Self {
        Matrix {
            pointer,
            layout,
            left: layout.shape(),
            inside: Both::contains(UTerm, layout.shape()),
            folded: PhantomData,
        }
    }
}
impl<P: Pointer, L: Layout> Matrix<P, L> {
    /// Moved far: the offset is computed in 64 bits, unless the matrix is known to be [`Narrow`].
    #[inline(always)]
    pub(crate) fn far(self, to: impl Point) -> Self {
        let (row, column) = to.pair();
        let left = (
            self.left.0.saturating_sub(row),
            self.left.1.saturating_sub(column),
        );
        let offset = if P::NARROW {
            self.layout.offset_at((row, column)).u32() as usize
        } else {
            let far = (row as usize, column as usize);
            self.layout.offset_at(far).usize()
        };
        Matrix {
            pointer: self.pointer.forward(offset),
            left,
            inside: Both::contains(UTerm, left),
            ..self
        }
    }
    /// The same memory; what is left is what would be left at the point. Along one axis only that is compared, and a 0 in the
    /// other says what came out.
    #[inline(always)]
    pub(crate) fn folded<O: Point>(self, to: O) -> Matrix<P, L, O::Folded> {
        let (row, column) = to.pair();
        let inside = match O::ALONG {
            (true, false) => column < self.left.1,
            (false, true) => row < self.left.0,
            _ => Both::contains(to, self.left),
        };
        self.left_from(to, inside)
    }
}
impl<P: Pointer, L: Layout, F: Left> Matrix<P, L, F> {
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
    /// Is the element at the point inside of the matrix?
    #[inline(always)]
    pub(crate) fn contains(self, point: impl Point) -> bool {
        F::contains(point, self.left)
    }
    /// The same memory; what is left from the point on, if that is `inside`.
    #[inline(always)]
    fn left_from<F2>(self, to: impl Point, inside: bool) -> Matrix<P, L, F2> {
        let (row, column) = to.pair();
        let left = (
            if inside { self.left.0 - row } else { 0 },
            if inside { self.left.1 - column } else { 0 },
        );
        Matrix {
            pointer: self.pointer,
            layout: self.layout,
            left,
            inside,
            folded: PhantomData,
        }
    }
    /// The memory at the point, by an offset of 32 bits; what is left stays.
    #[inline(always)]
    pub(crate) fn stepped(self, to: impl Point) -> Self {
        // Axis by axis: a step along the one that is contiguous becomes a constant in an instruction.
        let (row, column) = to.pair();
        let down = self.layout.offset_at((row, 0u32)).u32();
        let right = self.layout.offset_at((0u32, column)).u32();
        Matrix {
            pointer: self.pointer.forward(down as usize).forward(right as usize),
            ..self
        }
    }
}
impl<P: Pointer, L: Layout, F: Left, O: Point> Moved<O> for Matrix<P, L, F> {
    #[inline(always)]
    fn moved(self, by: O) -> Self {
        let inside = self.contains(by);
        self.left_from::<F>(by, inside).stepped(by)
    }
}
impl<P: Pointer<Element: Copy>, L: Layout, F: Left> Get for Matrix<P, L, F> {
    #[inline(always)]
    unsafe fn get(self) -> P::Element {
        self.pointer.constant().read()
    }
}
impl<P: PointerMut<Element: Copy>, L: Layout, F: Left> Set for Matrix<P, L, F> {
    #[inline(always)]
    unsafe fn set(self, element: P::Element) {
        self.pointer.mutable().write(element)
    }
}
