//! A matrix in global memory has the swizzle of a tile in shared memory.

use zellige::prelude::*;
use zellige_gpu::tensor::gmem;

fn main() {
    let memory = [0f32; 64];
    let layout = ComposedLayout::new(Swizzle::<1, 0, 2>::new(), int!(0), layout!((8u32, 8u32) : (8, 1)));
    let _ = gmem(memory.as_ptr(), layout);
}
