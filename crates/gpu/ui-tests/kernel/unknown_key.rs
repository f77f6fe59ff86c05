// The name that CUDA uses.
use zellige_gpu::{Gpu, kernel};

#[kernel(threads = 256, launch_bounds = 2)]
pub unsafe fn scale<G: Gpu>(_gpu: G, _n: u32, _x: *mut f32) {}

fn main() {}
