// An async function.
use zellige_gpu::{Gpu, kernel};

#[kernel(threads = 256)]
pub async unsafe fn scale<G: Gpu>(_gpu: G, _n: u32) {}

fn main() {}
