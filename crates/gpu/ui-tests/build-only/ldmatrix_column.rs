//! A tile that is contiguous along its columns, which `ldmatrix.trans` loads.

use zellige::atom::{CopyAtom, CopyTiling, MmaTiling, OperandA, TiledCopyOf, TiledMma, copy as copies, mma};
use zellige::prelude::*;
use zellige_emulator::{Grid, launch};
use zellige_gpu::copy::copy;
use zellige_gpu::tensor::{packed, smem};
use zellige_gpu::{F16, Gpu};

type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 1))>;
type Load = TiledCopyOf<CopyAtom<copies::SM75_U32x4_LDSM_N, int!(16)>, Mma, OperandA>;

fn main() {
    let grid = Grid { x: 1, y: 1, threads: 32, shared: 512, cluster: 0 };
    launch(grid, |gpu| {
        let fragment = Mma::STATIC.partition_fragment::<OperandA, _>(layout!((16, 16)));
        let (mut registers, load) = ([0; 4], Load::STATIC);
        let to = packed::<F16, _, _>(&mut registers, fragment).retile(load);
        let from = smem::<F16, _>(gpu, 0, layout!((16, 16) : col)).partition_s(load, gpu.thread());
        // SAFETY: the block's memory holds the tile.
        unsafe { copy(gpu, load, from, to) }
    });
}
