//! A tensor in global memory with a static extent.
use zellige::prelude::*;
use zellige_gpu::tensor::gmem;

fn rows(from: *const f32, n: u32) {
    let _ = gmem(from, layout!((64, n) : (n, 1)));
}

fn main() {}
