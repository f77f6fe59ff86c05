//! The fragment of A has 4 elements of 16 bits for each instruction, which takes 8.

use zellige::atom::{MmaTiling, TiledMma, mma_sm120::SM120_16x8x64_TN_VS};
use zellige::prelude::*;
use zellige_emulator::{Grid, launch};
use zellige_gpu::gemm::gemm_scaled;
use zellige_gpu::number::{E2m1, Ue4m3};
use zellige_gpu::tensor::{packed, rmem};

type Mma = TiledMma<SM120_16x8x64_TN_VS<E2m1, E2m1, f32, Ue4m3, int!(16)>>;

fn main() {
    let grid = Grid { x: 1, y: 1, threads: 32, shared: 0, cluster: 0 };
    launch(grid, |gpu| {
        let (mut a, mut b, mut c) = ([0; 4], [0; 4], [0.0; 16]);
        let (mut sfa, mut sfb) = ([0; 1], [0; 1]);
        // SAFETY: all threads of the warp execute this.
        unsafe {
            let a = (packed::<u16, _, _>(&mut a, layout!((4, 2))), rmem(&mut sfa, layout!(1)));
            let b = (packed::<u16, _, _>(&mut b, layout!((4, 2))), rmem(&mut sfb, layout!(1)));
            gemm_scaled(gpu, Mma::STATIC, a, b, 0, rmem(&mut c, layout!((4, 2, 2))));
        }
    });
}
