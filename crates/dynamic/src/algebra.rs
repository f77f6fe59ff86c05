//! The operations, one file each, as methods of [`DynLayout`](crate::DynLayout).

// Layouts as functions.
pub(crate) mod coordinates;
pub(crate) mod extension;
mod find;
mod table;

// Modes.
mod construct;
mod modes;
pub(crate) mod simplify;

// The algebra.
pub(crate) mod complement;
pub(crate) mod compose;
pub(crate) mod inverse;
pub(crate) mod through;

// Tiles and copies.
pub(crate) mod divide;
pub(crate) mod product;
mod tile;
pub(crate) mod tiler;

// The same memory with other elements.
mod recast;
mod vector;
