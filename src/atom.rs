//! Atoms: the layouts that the hardware prescribes, as types.

pub mod smem;
