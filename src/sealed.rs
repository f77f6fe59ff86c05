//! A seal that prevents implementations of traits outside this crate.

/// The type of a hidden constant of `Layout`, `Coord` and `Tiler`. It cannot be named outside this
/// crate, so these traits cannot be implemented there: tensors rely on the claims of the
/// implementors.
pub struct Sealed;
