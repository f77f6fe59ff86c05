// A safe function with a pointer.
use zellige_gpu::{Gpu, kernel};

#[kernel(threads = 256)]
pub fn scale<G: Gpu>(_gpu: G, _n: u32, _x: *mut f32) {}

fn main() {}
