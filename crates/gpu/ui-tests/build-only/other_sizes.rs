//! Eight registers for a thread's share of a tile, which has four elements.

use zellige::prelude::*;
use zellige_gpu::tensor::{gmem, rmem};
use zellige_gpu::transform::transform;

fn main() {
    let (memory, mut registers) = ([0f32; 32], [0f32; 8]);
    let matrix = gmem(memory.as_ptr(), layout!((4u32, 8u32) : (8u32, 1)));
    let tile = matrix.local_tile(shape!((4, 8)), (0u32, 0u32));
    let mine = tile.local_partition(layout!((2, 4)), 0);
    // SAFETY: the memory has all elements.
    unsafe { transform(mine, rmem(&mut registers, layout!(8)), |x| x) }
}
