//! Numbers of 4 bits, loaded as if they had 6.
use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy as copies};
use zellige::prelude::*;
use zellige_gpu::number::{E2m1, Padded};
use zellige_gpu::{Sm120, copy::copy, tensor::{packed, smem}};

type Load = MakeTiledCopy<
    CopyAtom<copies::SM100_SU6_DU8x16_x1_LDSM_N, int!(8)>,
    layout!((8, 4) : (4, 1)),
    layout!((1, 4)),
>;

unsafe fn load<G: Sm120>(gpu: G, registers: &mut [u32; 1]) {
    let (load, thread) = (Load::STATIC, gpu.thread());
    let s = smem::<Padded<E2m1>, _>(gpu, 0, layout!((8, 16) : (16, 1)));
    let r = packed::<E2m1, _, _>(registers, layout!((4, 1, 1)));
    unsafe { copy(gpu, load, s.partition_s(load, thread), r) }
}

fn main() {}
