//! Scale factors of a pair with 64 rows of A each that lie as those of a pair with 128.

use zellige::atom::smem::LayoutKInterAtom;
use zellige::atom::tmem::{TmemFragment, TmemSfFrg};
use zellige::atom::umma::SM100_MMA_MXF4_2x1SM_SS;
use zellige::atom::{MmaTiling, OperandA, OperandB, TiledMma};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::{Grid, launch};
use zellige_gpu::number::{E2m1, Ue8m0};
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::storage::{Allocate, SmemTensor};
use zellige_gpu::tmem::{Accumulator, OfCta, TmemStorage};

type Op = SM100_MMA_MXF4_2x1SM_SS<E2m1, E2m1, f32, Ue8m0, int!(128), int!(128), int!(32)>;
type Rows = SmemTensor<u8, TileToShape<LayoutKInterAtom<int!(8)>, shape!((64, 64))>>;
type Factors = TmemFragment<shape!(((128, (32, 2)), 1, (2, 1))), TmemSfFrg>;
type Sums = Accumulator<TiledMma<Op>, shape!((128, 128))>;

fn main() {
    let grid = Grid { x: 2, y: 1, threads: 256, shared: 16384, cluster: 2 };
    // SAFETY: this does not compile.
    launch(grid, |gpu| unsafe {
        let (a, b, storage) =
            <(Rows, Rows, TmemStorage<(Sums, (Factors, Factors))>)>::allocate(gpu);
        let mut memory = storage.alloc(gpu);
        let (sfa, sfb) = (memory.second::<Ue8m0>(), memory.third::<Ue8m0>());
        let a = a.umma_pairs::<OperandA, _>(<OfCta<Op>>::STATIC);
        let b = b.umma_pairs::<OperandB, _>(<OfCta<Op>>::STATIC);
        if let Warpgroup::Consumer(role) = <WarpRoles<1, 1, 56, 256>>::of(gpu) {
            if let (Some(mut thread), _) = memory.accumulate(&role.reg_alloc(gpu)) {
                thread.gemm_scaled(gpu, (a, sfa), (b, sfb));
            }
        }
        memory.free(gpu);
    });
}
