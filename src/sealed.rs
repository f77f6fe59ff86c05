//! What keeps traits from being implemented outside.

/// The type of a hidden constant of `Layout`, `Coord` and `Tiler`. It cannot be named outside, so
/// these traits cannot be implemented there: tensors rely on what their implementors say.
pub struct Sealed;
