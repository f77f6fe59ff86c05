//! Engines: where the elements of a tensor lie, and what moves from one to another.
//!
//! A tensor is an engine and a layout of its elements from there on. The layout's offsets *move* the engine, and what
//! an offset is depends on the memory:
//!
//! | engine | memory | moved by |
//! |---|---|---|
//! | [`Matrix`] | a matrix in global memory, which knows how much of itself is left | points (row, column) |
//! | [`Padded`] | the same, from rows and columns before its first ones on | points (row, column) |
//! | [`Sequence`] | elements in global memory in an order, of which it knows the end | elements |
//! | [`Smem`] | shared memory, by its address | elements |
//! | [`SwizzledSmem`] | what a thread has of it, with or without a swizzle | elements, before the swizzle |
//! | [`Rmem`] | registers | elements, by constants |
//! | [`Recast`] | any of these, several elements as one | as what it is made of |
//! | [`Tma`] | a tensor in global memory, by its map | steps along axes |
//! | [`Packed`] | registers of 32 bits with two elements each | elements, by constants |
//!
//! CuTe: the iterators of `make_gmem_ptr`, `make_smem_ptr`, `make_rmem_ptr`.

mod gmem;
mod padded;
mod recast;
mod rmem;
mod sequence;
mod smem;
mod tma;
pub use gmem::{Matrix, Narrow, Pointer, PointerMut};
pub use padded::Padded;
pub use recast::Recast;
pub use rmem::{Packed, Rmem};
pub use sequence::Sequence;
pub use smem::{SharedAddress, Smem, SwizzledSmem};
pub(crate) use smem::{is_far, side_by_side};
pub use tma::{MapShape, Tma};

use zellige::prelude::*;
use zellige::refusal::Message;

/// A place from which on the elements of a tensor lie.
pub trait Engine: Copy {
    /// The type of an element.
    type Element;
    /// The engine of the element at the offset `by` from here. What is moved by points refuses other offsets when it is compiled:
    /// `the offset ? is not a number of steps along axes`.
    fn moved<O: Integer>(self, by: O) -> Self;
    /// Is the element inside? What is in global memory knows where it ends; all else has no end.
    #[inline(always)]
    fn has_element(self) -> bool {
        true
    }
    /// Is the element at the offset `by` from here inside?
    #[inline(always)]
    fn contains<O: Integer>(self, by: O) -> bool {
        self.moved(by).has_element()
    }
}

/// Refuses the coordinates of an offset O that has more axes than its memory.
const fn check_axes<O: Integer>(axes: u64) {
    let given = <<O::Coordinate as IntTuple>::Rank as Integer>::KNOWN;
    if axes < given {
        Message::new()
            .s("a point with ")
            .u(given)
            .s(" coordinates does not move what has ")
            .u(axes)
            .s(" axes")
            .raise()
    }
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
