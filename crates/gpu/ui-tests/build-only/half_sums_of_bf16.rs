//! Sums of f16 of products of bf16.

use zellige::atom::smem::LayoutKSw128Atom;
use zellige::atom::umma::SM100_MMA_F16BF16_SS;
use zellige::atom::{MmaTiling, OperandA, OperandB, TiledMma};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::{Grid, launch};
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::storage::{Allocate, SmemTensor};
use zellige_gpu::tmem::{Accumulator, TmemStorage};
use zellige_gpu::{Bf16, F16};

type Mma = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, F16, int!(128), int!(128)>>;
type Rows = SmemTensor<Bf16, TileToShape<LayoutKSw128Atom<int!(16)>, shape!((128, 64))>>;
type D = Accumulator<Mma, shape!((128, 128))>;

fn main() {
    let grid = Grid { x: 1, y: 1, threads: 256, shared: 65536, cluster: 0 };
    launch(grid, |gpu| unsafe {
        let (a, b, storage) = <(Rows, Rows, TmemStorage<D>)>::allocate(gpu);
        let mut memory = storage.alloc(gpu);
        if let Warpgroup::Consumer(role) = <WarpRoles<1, 1, 56, 256>>::of(gpu) {
            let role = role.reg_alloc(gpu);
            let a = a.umma_descriptors::<OperandA, _>(Mma::STATIC);
            let b = b.umma_descriptors::<OperandB, _>(Mma::STATIC);
            let (thread, _) = memory.accumulate(&role);
            if let Some(mut thread) = thread {
                thread.gemm(gpu, a, b);
            }
        }
        memory.free(gpu);
    });
}
