//! Engines: generalized pointers to the elements of a tensor, and the offsets that move them.
//!
//! A tensor is an engine and a layout of its elements from there on. The layout's offsets *move* the engine, and the
//! meaning of an offset depends on the memory:
//!
//! | engine | memory | moved by |
//! |---|---|---|
//! | [`Matrix`] | a matrix in global memory, which knows how much of itself is left | points (row, column) |
//! | [`Located`] | a tensor of any other shape, or from elements before its first ones on | points |
//! | [`Sequence`] | elements in global memory in an order, of which it knows the end | elements |
//! | [`Smem`] | shared memory, by its address | elements |
//! | [`SwizzledSmem`] | a thread's part of it, with or without a swizzle | elements, before the swizzle |
//! | [`Rmem`] | registers | elements, by constants |
//! | [`Recast`] | any of these, several elements as one | as what it is made of |
//! | [`Tma`] | a tensor in global memory, by its map | steps along axes |
//! | [`Identity`] | none: its elements are their coordinates | points |
//! | [`Packed`] | registers of 32 bits with two elements each | elements, by constants |
//!
//! CuTe: the iterators of `make_gmem_ptr`, `make_smem_ptr`, `make_rmem_ptr`.

mod gmem;
mod identity;
mod located;
mod recast;
mod rmem;
mod sequence;
mod smem;
mod tma;
pub use gmem::{Matrix, Narrow, Pointer, PointerMut};
pub use identity::Identity;
pub use located::{Global, GlobalShape, Located, Padding};
pub use recast::Recast;
pub use rmem::{Packed, Rmem};
pub use sequence::Sequence;
pub use smem::{SharedAddress, Smem, SwizzledSmem};
pub(crate) use smem::{is_far, is_straight, side_by_side};
pub use tma::{MapShape, Tma};

use zellige::prelude::*;
use zellige::refusal::Message;

/// A place in memory from which on the elements of a tensor lie.
#[doc(alias("AddressSpace", "ArrayEngine", "ViewEngine", "ConstViewEngine"))]
pub trait Engine: Copy {
    /// The type of an element.
    type Element;
    /// Returns the engine of the element at the offset `by` from here. An engine that is moved by points takes no other offsets; they do not compile:
    /// `the offset ? is not a number of steps along axes`.
    fn moved<O: Integer>(self, by: O) -> Self;
    /// Returns true if the element is inside. An engine in global memory knows where it ends; all others have no end.
    #[inline(always)]
    fn has_element(self) -> bool {
        true
    }
    /// Returns true if the element at the offset `by` from here is inside.
    #[inline(always)]
    fn contains<O: Integer>(self, by: O) -> bool {
        self.moved(by).has_element()
    }
}

/// Panics if the coordinates of an offset O have more axes than its memory.
const fn check_axes<O: Integer>(axes: u64) {
    check_rank::<O::Coordinate>(axes)
}
/// Panics if there are more coordinates than axes.
const fn check_rank<C: IntTuple>(axes: u64) {
    let given = <C::Rank as Integer>::KNOWN;
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
#[doc(alias("is_tensor", "is_gmem", "is_smem", "is_rmem"))]
#[diagnostic::on_unimplemented(
    message = "elements of `{Self}` cannot be read one by one",
    label = "cannot be read element by element"
)]
pub trait Get: Engine<Element: Copy> {
    /// Reads the element.
    ///
    /// # Safety
    ///
    /// The element is there, and nobody writes it meanwhile.
    unsafe fn get(self) -> Self::Element;
}
/// An engine whose element a thread writes by itself, with a store if it is memory.
#[diagnostic::on_unimplemented(
    message = "elements of `{Self}` cannot be written one by one",
    label = "cannot be written element by element",
    note = "to write to global memory, use a `*mut T`"
)]
pub trait Set: Engine {
    /// Writes the element.
    ///
    /// # Safety
    ///
    /// The element's memory is there, and nobody else reads or writes it meanwhile.
    unsafe fn set(self, element: Self::Element);
}
