//! Elements in a row, as many as a number type says: stable Rust has no array `[T; N]` with such a
//! length. The row is built from the bits of the number: 6 elements are two rows of 3, and each of
//! these is two rows of 1 and one more element. It has the size and the alignment of an array.

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
