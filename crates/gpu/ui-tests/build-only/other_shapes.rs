//! The tile of a transposed matrix: the registers have its 32 elements, but other modes.

use zellige::prelude::*;
use zellige_gpu::tensor::{gmem, rmem};
use zellige_gpu::transform::transform;

fn main() {
    let (memory, mut registers) = ([0f32; 64], [0f32; 32]);
    let matrix = gmem(memory.as_ptr(), layout!((8u32, 8u32) : (8u32, 1)));
    let tile = matrix.local_tile(shape!((8, 4)), (0u32, 1u32));
    // SAFETY: the memory has all elements.
    unsafe { transform(tile, rmem(&mut registers, layout!((4, 8))), |x| x) }
}
