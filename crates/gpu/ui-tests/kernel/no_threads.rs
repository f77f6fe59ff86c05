// The number of threads in a block is missing.
use zellige_gpu::{Gpu, kernel};

#[kernel(shared = 1024)]
pub unsafe fn scale<G: Gpu>(_gpu: G, _n: u32, _x: *mut f32) {}

fn main() {}
