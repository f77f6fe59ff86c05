//! Compares machine code with hand-written indexing, for CPUs ([`asm`]) and for GPUs ([`gpu`]).

pub mod asm;
pub mod gpu;
mod names;
mod snapshot;

use zellige_project::{self as project, Outcome};
