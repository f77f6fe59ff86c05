// More threads than a block has.
use zellige_gpu::{Gpu, kernel};

#[kernel(threads = 2048)]
pub unsafe fn scale<G: Gpu>(_gpu: G, _n: u32) {}

fn main() {}
