// An argument that is a struct.
use zellige_gpu::{Gpu, kernel};

#[derive(Copy, Clone)]
pub struct Sizes {
    pub m: u32,
    pub n: u32,
}
#[kernel(threads = 256)]
pub unsafe fn scale<G: Gpu>(_gpu: G, _sizes: Sizes, _x: *mut f32) {}

fn main() {}
