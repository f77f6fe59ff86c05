// A type that is not a kernel.
use zellige_gpu::kernel::Kernel;

pub fn launch<K: Kernel>(_grid: (u32, u32), _arguments: K::Arguments) {}

pub struct Scale;
pub fn run() {
    launch::<Scale>((4, 1), (1000,));
}

fn main() {}
