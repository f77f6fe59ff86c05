//! Engines: where the elements of a tensor lie, and what moves from one to another.
//!
//! A tensor is an engine and a layout of its elements from there on. The layout's offsets *move* the engine, by
//! [`Moved`], and what an offset is depends on the memory:
//!
//! | engine | memory | moved by |
//! |---|---|---|
//! | [`Matrix`] | a matrix in global memory, which knows how much of itself is left | points (row, column) |
//! | [`Sequence`] | elements in global memory in an order, of which it knows the end | elements |
//! | [`Smem`] | shared memory, by its address | elements |
//! | [`SwizzledSmem`] | swizzled shared memory | elements, before the swizzle |
//! | [`Rmem`] | registers | elements, by constants |
//! | [`Tma`] | a tensor in global memory, by its map | steps along axes |
//! | [`Packed`] | registers of 32 bits with two elements each | elements, by constants |
//!
//! CuTe: the iterators of `make_gmem_ptr`, `make_smem_ptr`, `make_rmem_ptr`.

mod gmem;
mod rmem;
mod sequence;
mod smem;
mod tma;
pub use gmem::{Both, ByColumn, ByRow, Left, Matrix, Narrow, Point, Pointer, PointerMut};
pub use rmem::{Packed, Rmem};
pub use sequence::Sequence;
pub use smem::{SharedAddress, Smem, SwizzlePeriod, SwizzledSmem};
pub use tma::{MapShape, Steps, Tma};

use zellige::integer::Integer;

/// A place from which on the elements of a tensor lie.
pub trait Engine: Copy {
    /// The type of an element.
    type Element;
    /// Is the element inside? What is in global memory knows where it ends; all else has no end.
    #[inline(always)]
    fn has_element(self) -> bool {
        true
    }
}

/// An engine that an offset of the type O moves.
#[diagnostic::on_unimplemented(
    message = "an offset `{O}` does not move the engine `{Self}`",
    label = "is not moved by this offset",
    note = "a matrix in global memory is moved by points (row, column), all other engines by integers"
)]
pub trait Moved<O: Integer>: Engine {
    /// The engine of the element at the offset `by` from here.
    fn moved(self, by: O) -> Self;
}

/// An engine whose element a thread reads by itself, with a load if it is memory.
#[diagnostic::on_unimplemented(
    message = "single elements are not read from `{Self}`",
    label = "is not read element by element"
)]
pub trait Get: Engine<Element: Copy> {
    /// The element.
    ///
    /// # Safety
    ///
    /// It is there, and nobody writes it meanwhile.
    unsafe fn get(self) -> Self::Element;
}
/// An engine whose element a thread writes by itself, with a store if it is memory.
#[diagnostic::on_unimplemented(
    message = "single elements are not written to `{Self}`",
    label = "is not written element by element",
    note = "what is in global memory is written through a `*mut T`"
)]
pub trait Set: Engine {
    /// Writes the element.
    ///
    /// # Safety
    ///
    /// Its memory is there, and nobody else reads or writes it meanwhile.
    unsafe fn set(self, element: Self::Element);
}
