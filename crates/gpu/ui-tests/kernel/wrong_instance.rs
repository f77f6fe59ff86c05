// An instance of a type that does not satisfy the bound.
use zellige_gpu::{Half, Sm80, kernel};

#[kernel(threads = 256, instances(sum_f32 = <f32>))]
pub unsafe fn sum<T: Half, G: Sm80>(_gpu: G, _x: *const T) {}

fn main() {}
