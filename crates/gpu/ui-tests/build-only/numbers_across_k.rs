//! Products of 8 by 4 bits that lie along N.

use zellige::atom::smem::{LayoutKSw128Atom, LayoutMnSw128Atom};
use zellige::atom::umma::SM100_MMA_F8F6F4_SS;
use zellige::atom::{MmaTiling, OperandA, OperandB, TiledMma};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::{Grid, launch};
use zellige_gpu::E4m3;
use zellige_gpu::number::{E2m1, Padded};
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::storage::{Allocate, SmemTensor};
use zellige_gpu::tmem::{Accumulator, TmemStorage};

type Mma = TiledMma<SM100_MMA_F8F6F4_SS<E4m3, Padded<E2m1>, f32, int!(128), int!(128)>>;
type A = SmemTensor<E4m3, TileToShape<LayoutKSw128Atom<int!(8)>, shape!((128, 128))>>;
type B = SmemTensor<Padded<E2m1>, TileToShape<LayoutMnSw128Atom<int!(8)>, shape!((128, 128))>>;
type D = Accumulator<Mma, shape!((128, 128))>;

fn main() {
    let grid = Grid { x: 1, y: 1, threads: 256, shared: 65536, cluster: 0 };
    launch(grid, |gpu| unsafe {
        let (a, b, storage) = <(A, B, TmemStorage<D>)>::allocate(gpu);
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
