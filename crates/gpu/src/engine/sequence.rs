//! An engine for global memory as one sequence of elements.

use super::{Engine, Get, Pointer, PointerMut, Set};
use crate::access;
use zellige::integer::Integer;
use zellige::prelude::*;

/// The elements of a layout in global memory, in the order of their coordinates, from some element
/// on.
///
/// ```text
/// (64, m):(1, 66)     number    0  1  ..  63  64  65  ..
///                     offset    0  1  ..  63  66  67  ..
/// ```
///
/// It is moved by numbers of elements, and the layout maps the number to an offset. Sequences
/// include a vector with a stride known only at run time, and a matrix that is read element after
/// element. An element with the number `end`, or a larger one, is outside. CuTe: a tensor that is
/// indexed by integers, and a `make_counting_tensor`.
#[derive(Copy, Clone)]
pub struct Sequence<P, L> {
    pointer: P,
    layout: L,
    number: u32,
    end: u32,
}
impl<P: Pointer, L: Layout> Sequence<P, L> {
    /// Creates the sequence of the first `end` elements of the layout: past the layout's size, the
    /// last mode continues.
    #[inline(always)]
    pub fn new(pointer: P, layout: L, end: u32) -> Self {
        Sequence { pointer, layout, number: 0, end }
    }
    /// Creates the same sequence from a pointer to the element with the lowest address, which is
    /// the last one if the stride is negative. BLAS: a vector with an increment.
    #[inline(always)]
    pub fn from_lowest(pointer: P, layout: L, end: u32) -> Self {
        let last = layout.offset_at(end.saturating_sub(1)).isize();
        let back = if const { size_of::<L::Crd2Idx<u32>>() <= 4 } {
            -(last as i32).min(0) as isize // in 32 bits, as the offset is
        } else {
            -last.min(0)
        };
        Self::new(pointer.offset(back), layout, end)
    }
    /// Returns the number of elements from here on.
    #[inline(always)]
    pub fn left(self) -> u32 {
        self.end.saturating_sub(self.number)
    }
    /// Returns the pointer to the element.
    #[inline(always)]
    pub fn pointer(self) -> P {
        self.pointer.offset(place(self.layout, self.number))
    }
}
/// Returns the offset of the element with this number. It is a function of its own, which is
/// inlined late: LLVM then sees arithmetic on the number alone, about which it knows more than
/// about a sum.
fn place<L: Layout>(layout: L, number: u32) -> isize {
    layout.offset_at(number).isize()
}
impl<P: Pointer, L: Layout> Engine for Sequence<P, L> {
    type Element = P::Element;
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        Sequence { number: self.number + by.u32(), ..self }
    }
    #[inline(always)]
    fn has_element(self) -> bool {
        self.number < self.end
    }
}
impl<P: Pointer<Element: Copy>, L: Layout> Get for Sequence<P, L> {
    #[inline(always)]
    unsafe fn get(self) -> P::Element {
        access::read(self.pointer().constant())
    }
}
impl<P: PointerMut<Element: Copy>, L: Layout> Set for Sequence<P, L> {
    #[inline(always)]
    unsafe fn set(self, element: P::Element) {
        access::write(self.pointer().mutable(), element)
    }
}
