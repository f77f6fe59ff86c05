//! The layout algebra by plain evaluation: what every operation has to give.
//!
//! Nothing here is the library's: layouts are lists of numbers, a composition exists if the table of its values is that
//! of a layout, and what has a rule in the specification follows it with numbers. The files are compiled into this
//! program, and into those that it generates.

pub(crate) mod complement;
pub(crate) mod compose;
pub(crate) mod divide;
pub(crate) mod elements;
pub(crate) mod facts;
pub(crate) mod forms;
pub(crate) mod inverse;
pub(crate) mod judge;
pub(crate) mod layout;
pub(crate) mod modes;
pub(crate) mod nest;
pub(crate) mod parts;
pub(crate) mod recast;
pub(crate) mod swizzled;
pub(crate) mod text;
pub(crate) mod verdict;
