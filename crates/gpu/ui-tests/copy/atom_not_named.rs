//! A tiled copy as a parameter, without a bound on its atom: the instruction is unknown.
use zellige::atom::CopyTiling;
use zellige::prelude::*;
use zellige_gpu::{Gpu, copy::copy_if, tensor::{gmem, smem}};

unsafe fn read<C: CopyTiling, G: Gpu>(gpu: G, from: *const f32, (m, n): (u32, u32)) {
    let (copy, thread) = (C::STATIC, gpu.thread());
    let g = gmem(from, layout!((m, n) : (1, m))).local_tile(shape!((64, 64)), (0u32, 0u32));
    let s = smem::<f32, _>(gpu, 0, layout!((64, 64)));
    unsafe { copy_if(gpu, copy, g.partition_s(copy, thread), s.partition_d(copy, thread)) }
}

fn main() {}
