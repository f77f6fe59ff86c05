// The arguments of a launch in another order.
use zellige_gpu::{Gpu, kernel, kernel::Kernel};

#[kernel(threads = 256)]
pub unsafe fn scale<G: Gpu>(_gpu: G, _n: u32, _a: f32, _x: *mut f32) {}

pub fn launch<K: Kernel>(_grid: (u32, u32), _arguments: K::Arguments) {}

pub fn run(x: *mut f32) {
    launch::<scale>((4, 1), (2.0, 1000, x));
}

fn main() {}
