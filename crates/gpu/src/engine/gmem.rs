//! Engines in global memory.

use super::{Engine, Get, Set, check_axes};
use crate::access;
use zellige::Outer;
use zellige::prelude::*;
use zellige::refusal::Message;
use zellige::stride::{known_steps_along, steps_along};

/// Returns the row and the column of a point, which is the offset of a layout of coordinates.
#[inline(always)]
fn pair<O: Integer>(point: O) -> (u32, u32) {
    const { check_axes::<O>(2) }
    (steps_along(point, 0), steps_along(point, 1))
}
/// Returns whether the row of such points is known to be 0, and whether the column is.
const fn zeros<O: Integer>() -> (bool, bool) {
    (matches!(known_steps_along::<O>(0), Some(0)), matches!(known_steps_along::<O>(1), Some(0)))
}

/// The meaning of the remaining row and column counts of a matrix. All variants are correct; for a
/// tile that begins along one axis, the other count need not be compared again.
#[derive(Copy, Clone)]
enum Left {
    /// The counts are exact: either may be 0.
    Both,
    /// If no columns remain, the row count is 0, too: the tile may begin right of the matrix.
    ByRow,
    /// If no rows remain, the column count is 0, too: the tile may begin below the matrix.
    ByColumn,
}

/// A pointer to elements in global memory: `*const T`, `*mut T`, or a [`Narrow`] one.
pub trait Pointer: Copy {
    /// The type of an element.
    type Element;
    /// Whether there are fewer than 2^32 elements, so that every offset is computed in 32 bits.
    const NARROW: bool;
    /// Returns the pointer `by` elements further on.
    fn forward(self, by: usize) -> Self;
    /// Returns the pointer `by` elements further on, or back if `by` is negative.
    fn offset(self, by: isize) -> Self;
    /// Returns the pointer for reading.
    fn constant(self) -> *const Self::Element;
}
/// A [`Pointer`] through which elements can be written: `*mut T`, or a [`Narrow`] one.
#[diagnostic::on_unimplemented(
    message = "cannot write through `{Self}`",
    label = "is read-only",
    note = "to write to global memory, use a `*mut T`"
)]
pub trait PointerMut: Pointer {
    /// Returns the pointer for writing.
    fn mutable(self) -> *mut Self::Element;
}
/// A pointer into a matrix of fewer than 2^32 elements, including those between its rows: offsets
/// of its tiles have 32 bits, which saves the instructions for 64-bit offsets.
///
/// In a larger matrix, the position at which a share begins is computed modulo 2^32, and is
/// therefore wrong.
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

/// A matrix in global memory, laid out by L, that begins at some element.
///
/// It is moved by points, so it knows which rows and columns remain: predication is built in, and
/// needs no tensor of coordinates beside the data. CuTe: a tensor and its `make_identity_tensor`.
#[derive(Copy, Clone)]
pub struct Matrix<P, L> {
    pub(crate) pointer: P,
    pub(crate) layout: L,
    /// The counts of rows and columns from here on.
    left: (u32, u32),
    /// The meaning of `left`, which is a constant after LLVM's optimizations.
    says: Left,
    /// Whether the element is inside. `left` implies it, too, but not by the comparison from which
    /// it was computed.
    inside: bool,
}
impl<P: Pointer, L: Layout> Engine for Matrix<P, L> {
    type Element = P::Element;
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        let inside = self.contains(by);
        self.left_from(by, inside, self.says).stepped(by)
    }
    #[inline(always)]
    fn has_element(self) -> bool {
        self.inside
    }
    #[inline(always)]
    fn contains<O: Integer>(self, point: O) -> bool {
        let (row, column) = pair(point);
        match (self.says, const { zeros::<O>() }) {
            (Left::ByRow, (_, true)) => row < self.left.0,
            (Left::ByColumn, (true, _)) => column < self.left.1,
            _ => row < self.left.0 && column < self.left.1,
        }
    }
}
impl<P: Pointer, L: Layout<Shape = (u32, u32)>> Matrix<P, L> {
    /// Returns the row and the column of the element, which must be inside.
    #[inline(always)]
    pub fn coordinate(self) -> (u32, u32) {
        let (rows, columns) = self.layout.shape();
        (rows.wrapping_sub(self.left.0), columns.wrapping_sub(self.left.1))
    }
    /// Returns the row and the column at the point, or the last ones if the point is outside. At
    /// least one row and one column must remain.
    #[inline(always)]
    pub(crate) fn nearest(self, point: impl Integer) -> (u32, u32) {
        let ((row, column), (down, right)) = (self.coordinate(), pair(point));
        (row + down.min(self.left.0 - 1), column + right.min(self.left.1 - 1))
    }
    /// Returns the matrix at the pointer, from its first element on.
    ///
    /// A layout without strides does not compile: the offsets of a tile and of an element in it are
    /// added, and offsets under a swizzle do not add up.
    /// `a matrix in global memory has strides, but Sw<1,0,2> o _0 o (?,?):(_8,_1) has none: Sw<1,0,2> is for shared memory`.
    #[inline(always)]
    pub fn new(pointer: P, layout: L) -> Self {
        const { check_strides::<L>() }
        Matrix {
            pointer,
            layout,
            left: layout.shape(),
            says: Left::Both,
            inside: is_left(layout.shape()),
        }
    }
}
/// Panics if the layout has no strides.
pub(super) const fn check_strides<L: Layout>() {
    if let Some(refusal) = L::REFUSAL {
        refusal.raise()
    }
    if L::Stride::LEAVES.refused.is_some() {
        let m = Message::new().s("a matrix in global memory has strides, but ");
        let m = m.cat(&L::TEXT).s(" has none: ").cat(&<L::Swizzle as Outer>::NAME);
        match <L::Swizzle as Outer>::MOVES {
            Some(_) => m.s(" is for shared memory").raise(),
            None => m.s(" is a function of its offsets").raise(),
        }
    }
}
/// Returns whether rows and columns remain.
#[inline(always)]
fn is_left((rows, columns): (u32, u32)) -> bool {
    0 < rows && 0 < columns
}
impl<P: Pointer, L: Layout> Matrix<P, L> {
    /// Returns the engine at a distant point: the offset is computed in 64 bits, unless the matrix
    /// is known to be [`Narrow`].
    #[inline(always)]
    pub(crate) fn far(self, to: impl Integer) -> Self {
        let (row, column) = pair(to);
        let left = (self.left.0.saturating_sub(row), self.left.1.saturating_sub(column));
        self.placed(to, left)
    }
    /// Returns the same engine as [`far`](Self::far), for an element that is inside.
    #[inline(always)]
    pub(crate) fn far_inside(self, to: impl Integer) -> Self {
        let (row, column) = pair(to);
        self.placed(to, (self.left.0 - row, self.left.1 - column))
    }
    /// Returns the engine at the point, from which `left` rows and columns remain.
    #[inline(always)]
    fn placed(self, to: impl Integer, left: (u32, u32)) -> Self {
        Matrix {
            pointer: far_step(self.pointer, self.layout, to),
            left,
            says: Left::Both,
            inside: is_left(left),
            ..self
        }
    }
    /// Returns the same engine with a pointer that has 32-bit offsets.
    #[inline(always)]
    pub(crate) fn narrow(self) -> Matrix<Narrow<P>, L> {
        Matrix {
            pointer: Narrow(self.pointer),
            layout: self.layout,
            left: self.left,
            says: self.says,
            inside: self.inside,
        }
    }
    /// Returns the same memory with the rows and columns that remain at the point. Only the count
    /// along one axis is compared, and a 0 in the other records the result.
    #[inline(always)]
    pub(crate) fn folded<O: Integer>(self, to: O) -> Self {
        let (row, column) = pair(to);
        let (inside, says) = match const { zeros::<O>() } {
            (true, false) => (column < self.left.1, Left::ByRow),
            (false, true) => (row < self.left.0, Left::ByColumn),
            _ => (row < self.left.0 && column < self.left.1, Left::Both),
        };
        self.left_from(to, inside, says)
    }
    /// Returns the count of columns that remain in the row `down` rows below; 0 if that row is
    /// outside.
    #[inline(always)]
    pub(crate) fn columns_in_row(self, down: u32) -> u32 {
        if down < self.left.0 { self.left.1 } else { 0 }
    }
    /// Returns the pointer to the element.
    #[inline(always)]
    pub fn pointer(self) -> P {
        self.pointer
    }
    /// Returns whether the element is inside the matrix.
    #[inline(always)]
    pub fn is_inside(self) -> bool {
        self.inside
    }
    /// Returns the same memory with the rows and columns that remain from the point on, if it is
    /// `inside`.
    #[inline(always)]
    fn left_from(self, to: impl Integer, inside: bool, says: Left) -> Self {
        let (row, column) = pair(to);
        let left = (
            if inside { self.left.0 - row } else { 0 },
            if inside { self.left.1 - column } else { 0 },
        );
        Matrix { left, says, inside, ..self }
    }
    /// Returns the memory at the point, by a 32-bit offset; the remaining counts do not change.
    #[inline(always)]
    pub(crate) fn stepped(self, to: impl Integer) -> Self {
        let pointer = step(self.pointer, self.layout, to);
        Matrix { pointer, ..self }
    }
}
/// Returns the pointer to the element at the point, by a 32-bit offset.
#[inline(always)]
fn step<P: Pointer, L: Layout>(pointer: P, layout: L, to: impl Integer) -> P {
    // The steps are taken axis by axis, and along the contiguous axis last: that step becomes a
    // constant in an instruction.
    let (row, column) = pair(to);
    let down = layout.offset_at((row, 0u32)).u32();
    let right = layout.offset_at((0u32, column)).u32();
    if const { <L::Crd2Idx<(int!(1), int!(0))> as Integer>::KNOWN == 1 } {
        pointer.forward(right as usize).forward(down as usize)
    } else {
        pointer.forward(down as usize).forward(right as usize)
    }
}
/// Returns the pointer to the element at a distant point: by a 64-bit offset, unless the memory is
/// known to be [`Narrow`].
#[inline(always)]
fn far_step<P: Pointer, L: Layout>(pointer: P, layout: L, to: impl Integer) -> P {
    let (row, column) = pair(to);
    pointer.forward(if P::NARROW {
        layout.offset_at((row, column)).u32() as usize
    } else {
        layout.offset_at((row as usize, column as usize)).usize()
    })
}
impl<P: Pointer<Element: Copy>, L: Layout> Get for Matrix<P, L> {
    #[inline(always)]
    unsafe fn get(self) -> P::Element {
        access::read(self.pointer.constant())
    }
}
impl<P: PointerMut<Element: Copy>, L: Layout> Set for Matrix<P, L> {
    #[inline(always)]
    unsafe fn set(self, element: P::Element) {
        access::write(self.pointer.mutable(), element)
    }
}
