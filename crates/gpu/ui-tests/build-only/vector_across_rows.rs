//! Vectors along the rows of a batch of column-major matrices.

use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy};
use zellige::prelude::*;
use zellige_gpu::tensor::{gmem, rmem};

type Vectors = MakeTiledCopy<CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>, layout!((4, 1)), layout!((1, 4))>;

fn main() {
    let (memory, mut values) = ([0f32; 32], [[0f32; 4]; 1]);
    let all = gmem(memory.as_ptr(), layout!((2u32, 4u32, 4u32) : (16u32, 1, 4u32)));
    let tile = all.at((1u32, .., ..)).local_tile(shape!((4, 4)), (0u32, 0u32));
    let mine = tile.partition_s(Vectors::STATIC, 0).recast::<[f32; 4], 16>();
    unsafe { zellige_gpu::transform::transform(mine, rmem(&mut values, layout!(1)), |x| x) };
}
