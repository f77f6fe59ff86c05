//! The pictures, one file for each.

pub(crate) mod banks;
pub(crate) mod compose;
pub(crate) mod copy;
pub(crate) mod layout;
pub(crate) mod mma;
pub(crate) mod operation;
pub(crate) mod partition;
pub(crate) mod swizzle;
pub(crate) mod thread_values;
