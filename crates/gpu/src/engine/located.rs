//! Elements in global memory that know their coordinate.

use super::{Engine, Get, Matrix, Narrow, Pointer, PointerMut, Set, check_rank};
use crate::access;
use crate::tensor::Settle;
use zellige::integer::{Add, add};
use zellige::prelude::*;
use zellige::stride::ArithmeticTuple;

/// A tensor in global memory, laid out by L, that knows the coordinate of its element modulo 2^32.
/// An element that is outside in any mode is outside.
///
/// It has any shape of `u32`, nested or not, and may begin before its first element:
///
/// ```text
/// padded((2, 1)) of a matrix of 3 by 4        coordinate (i, j) is the element (i - 2, j - 1)
///
///         j = 0  1  2  3  4
/// i = 0       .  .  .  .  .
///     1       .  .  .  .  .                   . is outside, as are all i from 5 on and all j from 5 on
///     2       .  a00 a01 a02 a03
///     3       .  a10 a11 a12 a13
///     4       .  a20 a21 a22 a23
/// ```
///
/// It is moved by points, as a [`Matrix`] is, and computes offsets in 64 bits, unless its pointer
/// is [`Narrow`]: then it has fewer than 2^32 elements, including those before the first one.
/// Coordinates are computed modulo 2^32: if a tile reaches past 2^32 - 1 in a mode, its elements
/// there count from 0 on, and their offsets are wrong.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::tensor::gmem;
/// let memory = [0f32; 3 * 4];
/// let matrix = gmem(memory.as_ptr(), layout!((3u32, 4u32) : (4u32, 1))).padded((2, 1));
/// let element = |i: u32, j: u32| matrix.domain_offset((i, j)).settled().engine();
/// assert_eq!(element(3, 1).coordinate(), (1, 0));
/// assert_eq!(element(3, 1).pointer(), &memory[4]);
/// let inside = [(1, 1), (2, 0), (2, 1), (4, 4), (4, 5), (5, 4)].map(|(i, j)| element(i, j).is_inside());
/// assert_eq!(inside, [false, false, true, true, false, false]);
/// ```
///
/// CuTe: a tensor and its `make_identity_tensor`; `domain_offset` by a coordinate below 0, and a
/// predicate of the coordinates.
#[derive(Copy, Clone)]
pub struct Located<P, L: Layout> {
    pointer: P,
    layout: L,
    /// The coordinate in the tensor, modulo 2^32.
    at: L::Shape,
}
impl<P: Pointer, L: Layout<Shape: GlobalShape>> Located<P, L> {
    /// Returns the distance of `count` steps: in 32 bits, if the pointer is narrow.
    #[inline(always)]
    fn distance(count: u32, stride: usize) -> usize {
        if P::NARROW {
            count.wrapping_mul(stride as u32) as usize
        } else {
            (count as usize).wrapping_mul(stride)
        }
    }
    /// Returns the engine that precedes this one by `by`.
    #[inline(always)]
    fn before(self, by: L::Shape) -> Self {
        let mut pointer = self.pointer;
        L::Shape::each(by, self.layout.stride(), &mut |count, stride, _| {
            let back = (Self::distance(count, stride) as isize).wrapping_neg();
            pointer = pointer.offset(back);
        });
        let at = self.at.plus(by.negated());
        Located { pointer, at, ..self }
    }
    /// Returns whether the element is inside the tensor.
    #[inline(always)]
    pub fn is_inside(self) -> bool {
        self.at.is_below(self.layout.shape())
    }
    /// Returns the coordinate in the tensor, modulo 2^32: coordinates below 0 are large numbers.
    #[inline(always)]
    pub fn coordinate(self) -> L::Shape {
        self.at
    }
    /// Returns the pointer to the element.
    #[inline(always)]
    pub fn pointer(self) -> P {
        self.pointer
    }
    /// Returns the same engine with 32-bit offsets.
    #[inline(always)]
    pub(crate) fn narrow(self) -> Located<Narrow<P>, L> {
        Located { pointer: Narrow(self.pointer), layout: self.layout, at: self.at }
    }
    /// Returns the engine at a distant point: the offset is computed as a whole.
    #[inline(always)]
    pub(crate) fn far<O: Integer>(self, to: O) -> Self {
        let (mut offset, to) = (0, L::Shape::full(to));
        L::Shape::each(to, self.layout.stride(), &mut |count, stride, _| {
            offset = match P::NARROW {
                true => (offset as u32).wrapping_add(Self::distance(count, stride) as u32) as usize,
                false => offset.wrapping_add(Self::distance(count, stride)),
            };
        });
        Located { pointer: self.pointer.forward(offset), at: self.at.plus(to), ..self }
    }
}
impl<P: Pointer, L: Layout<Shape: GlobalShape>> Engine for Located<P, L> {
    type Element = P::Element;
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        let (mut pointer, by) = (self.pointer, L::Shape::full(by));
        L::Shape::each(by, self.layout.stride(), &mut |count, stride, contiguous| {
            if !contiguous {
                pointer = pointer.forward(Self::distance(count, stride));
            }
        });
        // This step comes last: it becomes a constant in an instruction.
        L::Shape::each(by, self.layout.stride(), &mut |count, stride, contiguous| {
            if contiguous {
                pointer = pointer.forward(Self::distance(count, stride));
            }
        });
        Located { pointer, at: self.at.plus(by), ..self }
    }
    #[inline(always)]
    fn has_element(self) -> bool {
        self.is_inside()
    }
}
impl<P: Pointer<Element: Copy>, L: Layout<Shape: GlobalShape>> Get for Located<P, L> {
    #[inline(always)]
    unsafe fn get(self) -> P::Element {
        access::read(self.pointer.constant())
    }
}
impl<P: PointerMut<Element: Copy>, L: Layout<Shape: GlobalShape>> Set for Located<P, L> {
    #[inline(always)]
    unsafe fn set(self, element: P::Element) {
        access::write(self.pointer.mutable(), element)
    }
}

/// An engine of a tensor in global memory, as created by [`gmem`](crate::tensor::gmem): a
/// [`Matrix`], or [`Located`].
pub trait Global<P: Pointer, L: Layout>: Settle + Engine<Element = P::Element> {
    /// Returns the engine of the first element.
    #[doc(hidden)]
    fn of(pointer: P, layout: L) -> Self;
}
impl<P: Pointer, L: Layout<Shape = (u32, u32)>> Global<P, L> for Matrix<P, L> {
    #[inline(always)]
    fn of(pointer: P, layout: L) -> Self {
        Matrix::new(pointer, layout)
    }
}
impl<P: Pointer, L: Layout<Shape: GlobalShape>> Global<P, L> for Located<P, L> {
    #[inline(always)]
    fn of(pointer: P, layout: L) -> Self {
        const { super::gmem::check_strides::<L>() }
        let at = <L::Shape as GlobalShape>::ORIGIN;
        Located { pointer, layout, at }
    }
}
/// An engine that can be moved to before the tensor's first element.
pub trait Padding: Engine {
    /// The shape of the tensor.
    type Shape: IntTuple;
    /// The engine after that.
    type Padded: Engine;
    /// Returns the engine that precedes this one by `by`.
    #[doc(hidden)]
    fn padded(self, by: Self::Shape) -> Self::Padded;
}
impl<P: Pointer, L: Layout<Shape = (u32, u32)>> Padding for Matrix<P, L> {
    type Shape = (u32, u32);
    type Padded = Located<P, L>;
    #[inline(always)]
    fn padded(self, by: (u32, u32)) -> Located<P, L> {
        let (pointer, layout, at) = (self.pointer, self.layout, (0, 0));
        Located { pointer, layout, at }.before(by)
    }
}
impl<P: Pointer, L: Layout<Shape: GlobalShape>> Padding for Located<P, L> {
    type Shape = L::Shape;
    type Padded = Self;
    #[inline(always)]
    fn padded(self, by: L::Shape) -> Self {
        self.before(by)
    }
}

/// The shape of a tensor in global memory: `u32`, or a tuple of one to five such shapes. It chooses
/// the engine: [`Matrix`] for `(u32, u32)`, and [`Located`] for all others.
#[diagnostic::on_unimplemented(
    message = "a tensor in global memory does not have the shape `{Self}`",
    label = "expected extents of `u32`, and tuples of up to five of them, nested",
    note = "write a run-time extent as `64u32`; tiles of the tensor have static extents"
)]
pub trait GlobalShape: IntTuple {
    /// The engine of a tensor of this shape.
    type Engine<P: Pointer, L: Layout<Shape = Self>>: Global<P, L>;
    /// The engine of a tensor of the shape (Self, B).
    #[doc(hidden)]
    type Before<B: GlobalShape, P: Pointer, L: Layout<Shape = (Self, B)>>: Global<P, L>;
    /// The engine of a tensor of the shape (u32, Self).
    #[doc(hidden)]
    type Columns<P: Pointer, L: Layout<Shape = (u32, Self)>>: Global<P, L>;
    /// The coordinate of the first element.
    #[doc(hidden)]
    const ORIGIN: Self;
    /// The coordinate of the first element, as a static tuple.
    #[doc(hidden)]
    type Zeros: IntTuple;
    /// The point O, with a coordinate for each mode.
    #[doc(hidden)]
    type Full<O: Integer>: IntTuple;
    #[doc(hidden)]
    fn full<O: Integer>(by: O) -> Self::Full<O>;
    /// Returns the coordinate that is `by` further on.
    #[doc(hidden)]
    fn plus<C: IntTuple>(self, by: C) -> Self;
    #[doc(hidden)]
    fn negated(self) -> Self;
    #[doc(hidden)]
    fn is_below(self, extents: Self) -> bool;
    /// Calls `f` with each number of `by`, its stride, and whether the stride is known to be 1.
    #[doc(hidden)]
    fn each<C: IntTuple, D: IntTuple>(by: C, stride: D, f: &mut impl FnMut(u32, usize, bool));
}
impl GlobalShape for u32 {
    type Engine<P: Pointer, L: Layout<Shape = u32>> = Located<P, L>;
    type Before<B: GlobalShape, P: Pointer, L: Layout<Shape = (u32, B)>> = B::Columns<P, L>;
    type Columns<P: Pointer, L: Layout<Shape = (u32, u32)>> = Matrix<P, L>;
    const ORIGIN: u32 = 0;
    type Zeros = int!(0);
    type Full<O: Integer> = O::Coordinate;
    #[inline(always)]
    fn full<O: Integer>(by: O) -> O::Coordinate {
        by.coordinate()
    }
    #[inline(always)]
    fn plus<C: IntTuple>(self, by: C) -> u32 {
        const { check_rank::<C>(1) }
        self.wrapping_add(by.leaf().u32())
    }
    #[inline(always)]
    fn negated(self) -> u32 {
        self.wrapping_neg()
    }
    #[inline(always)]
    fn is_below(self, extent: u32) -> bool {
        self < extent
    }
    #[inline(always)]
    fn each<C: IntTuple, D: IntTuple>(by: C, stride: D, f: &mut impl FnMut(u32, usize, bool)) {
        let is_unit = const { <D::Leaf as Integer>::KNOWN == 1 };
        f(by.leaf().u32(), stride.leaf().usize(), is_unit)
    }
}
macro_rules! shapes {
    ($modes:literal: $($i:tt $A:ident [$($entry:tt)+]),+ => $Engine:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($A: GlobalShape),+> GlobalShape for ($($A,)+) {
            type Engine<P: Pointer, L: Layout<Shape = Self>> = $Engine;
            type Before<X: GlobalShape, P: Pointer, L: Layout<Shape = (Self, X)>> = Located<P, L>;
            type Columns<P: Pointer, L: Layout<Shape = (u32, Self)>> = Located<P, L>;
            const ORIGIN: Self = ($($A::ORIGIN,)+);
            type Zeros = ($($A::Zeros,)+);
            type Full<O: Integer> = <Add<ArithmeticTuple<Self::Zeros>, O> as Integer>::Coordinate;
            #[inline(always)]
            fn full<O: Integer>(by: O) -> Self::Full<O> {
                add(ArithmeticTuple::new(<Self::Zeros as IntTuple>::STATIC), by).coordinate()
            }
            #[inline(always)]
            fn plus<C: IntTuple>(self, by: C) -> Self {
                const { check_rank::<C>($modes) }
                ($(self.$i.plus(by.$($entry)+),)+)
            }
            #[inline(always)]
            fn negated(self) -> Self {
                ($(self.$i.negated(),)+)
            }
            #[inline(always)]
            fn is_below(self, extents: Self) -> bool {
                $(self.$i.is_below(extents.$i))&&+
            }
            #[inline(always)]
            fn each<C: IntTuple, D: IntTuple>(
                by: C,
                stride: D,
                f: &mut impl FnMut(u32, usize, bool),
            ) {
                $($A::each(by.$($entry)+, stride.$($entry)+, f);)+
            }
        }
    };
}
shapes!(1: 0 A [head()] => Located<P, L>);
shapes!(2: 0 A [head()], 1 B [tail().head()] => A::Before<B, P, L>);
shapes!(3: 0 A [head()], 1 B [tail().head()], 2 C1 [tail().tail().head()] => Located<P, L>);
shapes!(4: 0 A [head()], 1 B [tail().head()], 2 C1 [tail().tail().head()],
    3 D1 [tail().tail().tail().head()] => Located<P, L>);
shapes!(5: 0 A [head()], 1 B [tail().head()], 2 C1 [tail().tail().head()],
    3 D1 [tail().tail().tail().head()], 4 E [tail().tail().tail().tail().head()] => Located<P, L>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{gmem, rmem};
    use crate::transform::{transform_if, transform_or};

    #[test]
    fn a_padded_matrix_without_elements_has_none_inside() {
        let memory = [1u32; 4];
        for (m, n) in [(0u32, 3u32), (2, 0), (0, 0)] {
            let matrix = gmem(memory.as_ptr(), layout!((m, n) : (n, 1)));
            for corner in [(0, 0), (1, 2), (0, 4), (3, 0)] {
                let tile = matrix.padded(corner).local_tile(shape!((4, 4)), (0u32, 0u32));
                let mut values = [7; 16];
                let to = rmem(&mut values, layout!((4, 4)));
                // SAFETY: no element is inside, and so none is read.
                unsafe { transform_or(tile.settled(), 0, to, |x| x) }
                assert_eq!(values, [0; 16]);
            }
        }
    }

    #[test]
    fn tiles_of_a_padded_matrix_begin_anywhere() {
        let mut memory: [u32; 15] = core::array::from_fn(|i| i as u32 + 1);
        let matrix = gmem(memory.as_mut_ptr(), layout!((5u32, 3u32) : (3u32, 1)));
        for (rows, columns) in (0..6).flat_map(|i| (0..6).map(move |j| (i, j))) {
            for (x, y) in [(0u32, 0u32), (0, 1), (1, 0), (1, 1)] {
                let tile = matrix.padded((rows, columns));
                let tile = tile.local_tile(shape!((4, 4)), (x, y)).settled();
                let mut values = [0; 16];
                // SAFETY: the memory has the elements that are inside.
                unsafe {
                    let values = rmem(&mut values, layout!((4, 4)));
                    transform_or(tile, 0, values, |x| x);
                    transform_if(values, tile, |x| x);
                }
                for (i, value) in values.into_iter().enumerate() {
                    let row = (4 * x + i as u32 % 4).checked_sub(rows);
                    let column = (4 * y + i as u32 / 4).checked_sub(columns);
                    let expected = match (row, column) {
                        (Some(row @ 0..5), Some(column @ 0..3)) => 3 * row + column + 1,
                        _ => 0,
                    };
                    assert_eq!(value, expected);
                }
            }
        }
        assert!(memory.iter().enumerate().all(|(i, x)| *x == i as u32 + 1));
    }
}
