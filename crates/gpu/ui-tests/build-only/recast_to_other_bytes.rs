//! Vectors of 16 bytes as an element of 8.

use zellige::{atom::*, prelude::*};
use zellige_gpu::tensor::gmem;

type Vectors = MakeTiledCopy<CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>, layout!((4, 1)), layout!((1, 4))>;

fn main() {
    let memory = [0f32; 32];
    let tile = gmem(memory.as_ptr(), layout!((4u32, 8u32) : (8u32, 1))).local_tile(shape!((4, 8)), (0u32, 0u32));
    tile.partition_s(Vectors::STATIC, 0).recast::<[f32; 2], 16>();
}
