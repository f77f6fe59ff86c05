//! The layout algebra, one operation a file.
//!
//! Every operation is a function on types whose result is a layout again, so nothing needs a
//! `where` clause; beside it stands the same function on values, for run-time integers.

pub mod coalesce;
pub mod complement;
pub mod compose;
pub mod coordinate;
pub mod divide;
pub mod inverse;
pub mod modes;
pub mod product;

pub mod bend;
pub mod extension;
pub mod walk;
