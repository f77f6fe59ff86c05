//! A block has at most 227 KiB of shared memory.
use zellige_gpu::{Gpu, kernel};

#[kernel(threads = 32, shared = 300_000)]
unsafe fn sum<G: Gpu>(_: G) {}

fn main() {}
