//! Engines: generalized pointers to the elements of a tensor, and the offsets that move them.
//!
//! A tensor is an engine and a layout of the elements that begin there. The layout's offsets *move*
//! the engine, and the meaning of an offset depends on the memory:
//!
//! | engine | memory | moved by |
//! |---|---|---|
//! | [`Matrix`] | a matrix in global memory, which knows the rows and columns that remain | points (row, column) |
//! | [`Located`] | a tensor of any other shape, or one that begins before its first element | points |
//! | [`Sequence`] | elements in global memory in an order with a known end | elements |
//! | [`Smem`] | shared memory, by its address | elements |
//! | [`SwizzledSmem`] | a thread's part of shared memory, with or without a swizzle | elements, before the swizzle |
//! | [`Remote`] | shared memory of another block of the cluster | as the underlying engine |
//! | [`Rmem`] | registers | elements, by constants |
//! | [`Recast`] | any of these, with several elements as one | as the underlying engine |
//! | [`Tma`] | a tensor in global memory, by its map | steps along axes |
//! | [`Im2col`] | the same, with an offset from each pixel of an image | steps along axes |
//! | [`Identity`] | none: its elements are their coordinates | points |
//! | [`TmemPtr`](crate::tmem::TmemPtr) | tensor memory | elements, lane and column |
//! | [`Nowhere`] | none: elements that are never in registers | |
//! | [`Packed`] | registers of 32 bits that hold one, two or four elements each | elements, by constants |
//!
//! CuTe: the iterators of `make_gmem_ptr`, `make_smem_ptr`, `make_rmem_ptr`.

mod gmem;
mod identity;
mod im2col;
mod located;
mod nowhere;
mod recast;
mod remote;
mod rmem;
mod sequence;
mod smem;
mod tma;
pub use gmem::{Matrix, Narrow, Pointer, PointerMut};
pub use identity::Identity;
pub use im2col::{Im2col, Walk};
pub use located::{Global, GlobalShape, Located, Padding};
pub use nowhere::Nowhere;
pub use recast::Recast;
pub use remote::Remote;
pub use rmem::{Packed, Rmem};
pub use sequence::Sequence;
pub use smem::{SharedAddress, Smem, SwizzledSmem};
pub(crate) use smem::{is_far, is_straight, side_by_side};
pub use tma::{MapShape, Tma};

use zellige::prelude::*;
use zellige::refusal::Message;

/// A position in memory at which the elements of a tensor begin.
#[doc(alias("AddressSpace", "ArrayEngine", "ViewEngine", "ConstViewEngine"))]
pub trait Engine: Copy {
    /// The type of an element.
    type Element;
    /// Returns the engine of the element at the offset `by` from here. An engine that is moved by
    /// points takes no other offsets; they do not compile:
    /// `the offset ? is not a number of steps along axes`.
    fn moved<O: Integer>(self, by: O) -> Self;
    /// Returns whether the element is inside. An engine in global memory knows its bounds; all
    /// others are unbounded.
    #[inline(always)]
    fn has_element(self) -> bool {
        true
    }
    /// Returns whether the element at the offset `by` from here is inside.
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

/// An engine with elements that a thread can read one at a time, with a load if they are in memory.
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
    /// The element exists, and nothing writes it meanwhile.
    unsafe fn get(self) -> Self::Element;
}
/// An engine with elements that a thread can write one at a time, with a store if they are in
/// memory.
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
    /// The element's memory exists, and nothing else reads or writes it meanwhile.
    unsafe fn set(self, element: Self::Element);
}
