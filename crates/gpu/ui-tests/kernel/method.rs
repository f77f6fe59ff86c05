// A method.
use zellige_gpu::{Gpu, kernel};

pub struct Scale;
impl Scale {
    #[kernel(threads = 256)]
    pub unsafe fn run<G: Gpu>(&self, _gpu: G) {}
}

fn main() {}
