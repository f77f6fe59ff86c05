// An instance without the tile.
use zellige_gpu::{Half, Sm80, kernel};

#[kernel(threads = 256, instances(sum_bf16 = <zellige_gpu::Bf16>))]
pub unsafe fn sum<T: Half, G: Sm80, const TILE: u32>(_gpu: G, _x: *const T) {}

fn main() {}
