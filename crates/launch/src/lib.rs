//! Launches kernels from a host: on a GPU, through the installed driver, or emulated on the CPU.
//!
//! | module | contents |
//! |---|---|
//! | [`device`] | typed launches of any kernel, on a GPU or emulated: the interface for programs |
//! | [`gpu`] | a GPU through the driver's interface: memory, programs, tensor maps, times |
//! | [`words`] | launches as text, for error messages |
//! | [`tensor_map`] | the description of a tensor for the tensor memory accelerator, which copies boxes |

#![deny(unsafe_op_in_unsafe_fn)]

pub mod device;
pub mod gpu;
pub mod words;

pub use zellige_emulator as emulator;
pub use zellige_emulator::tensor_map;
