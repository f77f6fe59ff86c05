//! A `cp.async` has a predicate: it copies by `copy_if`, not by `copy`.
use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy as copies};
use zellige::prelude::*;
use zellige_gpu::{Sm80, copy::copy, tensor::{gmem, smem}};

type Copy = MakeTiledCopy<
    CopyAtom<copies::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(32)>,
    layout!((16, 8) : (1, 16)),
    layout!((4, 1)),
>;

unsafe fn read<G: Sm80>(gpu: G, from: *const f32, (m, n): (u32, u32)) {
    let (tiled, thread) = (Copy::STATIC, gpu.thread());
    let g = gmem(from, layout!((m, n) : (1, m))).local_tile(shape!((64, 64)), (0u32, 0u32));
    let s = smem::<f32, _>(gpu, 0, layout!((64, 64)));
    unsafe { copy(gpu, tiled, g.partition_s(tiled, thread).settled(), s.partition_d(tiled, thread)) }
}

fn main() {}
