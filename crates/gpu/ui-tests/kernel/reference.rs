// A slice, as a CPU function takes it.
use zellige_gpu::{Gpu, kernel};

#[kernel(threads = 256)]
pub unsafe fn scale<G: Gpu>(_gpu: G, _x: &mut [f32]) {}

fn main() {}
