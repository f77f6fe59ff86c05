//! So many elements in a row, where the number is a type: stable Rust has no array `[T; N]` of it.
//! The row is built from the bits of the number: 6 elements are two rows of 3, and each of these two
//! rows of 1 and one element more. It has the size and the alignment of an array.

/// Twice the elements of A.
#[doc(hidden)]
#[derive(Copy, Clone)]
#[repr(C)]
pub struct Twice<A>(pub(super) A, pub(super) A);
/// Twice the elements of A, and one more.
#[doc(hidden)]
#[derive(Copy, Clone)]
#[repr(C)]
pub struct TwiceAndOne<A, T>(pub(super) A, pub(super) A, pub(super) T);
