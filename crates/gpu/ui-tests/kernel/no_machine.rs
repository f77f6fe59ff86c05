// A function without a machine.
use zellige_gpu::kernel;

#[kernel(threads = 256)]
pub unsafe fn scale(_n: u32, _x: *mut f32) {}

fn main() {}
