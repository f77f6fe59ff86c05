// A generic function without instances.
use zellige_gpu::{Half, Sm80, kernel};

#[kernel(threads = 256)]
pub unsafe fn sum<T: Half, G: Sm80>(_gpu: G, _x: *const T) {}

fn main() {}
