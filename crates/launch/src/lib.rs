//! Launches kernels from a host: on a GPU, by the driver that is installed, or emulated on the CPU.
//!
//! | module | what it does |
//! |---|---|
//! | [`device`] | typed launches of any kernel, on a GPU or emulated: the interface for programs |
//! | [`gpu`] | a GPU by the driver's interface: memory, programs, tensor maps, times |
//! | [`words`] | launches in words, as errors name them |
//! | [`tensor_map`] | the description of a tensor for the accelerator that copies boxes |

#![deny(unsafe_op_in_unsafe_fn)]

pub mod device;
pub mod gpu;
pub mod words;

pub use zellige_emulator as emulator;
pub use zellige_emulator::tensor_map;
