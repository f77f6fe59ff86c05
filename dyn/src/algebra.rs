//! The operations, one file each, as methods of [`DynLayout`](crate::DynLayout).

// A layout as a function.
pub(crate) mod coordinates;
pub(crate) mod extension;
mod find;

// Its modes.
mod construct;
mod modes;
mod simplify;

// The algebra.
mod complement;
pub(crate) mod compose;
mod inverse;
mod through;

// Tiles and copies.
mod divide;
mod product;
mod tile;
pub(crate) mod tiler;

// The same memory in other elements.
mod recast;
mod vector;
