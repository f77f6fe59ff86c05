//! Products of two CTAs with the scale factors that one CTA has for as many rows of A.

use zellige::atom::smem::LayoutKSw128Atom;
use zellige::atom::umma::{SM100_MMA_MXF8F6F4_2x1SM_SS, SM100_MMA_MXF8F6F4_SS};
use zellige::atom::{MmaTiling, OperandA, OperandB, TiledMma};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_emulator::{Grid, launch};
use zellige_gpu::E4m3;
use zellige_gpu::number::Ue8m0;
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::storage::{Allocate, SmemTensor};
use zellige_gpu::tmem::{Accumulator, OfCta, Sfa, Sfb, TmemStorage};

type One = SM100_MMA_MXF8F6F4_SS<E4m3, E4m3, f32, Ue8m0, int!(128), int!(64)>;
type Two = SM100_MMA_MXF8F6F4_2x1SM_SS<E4m3, E4m3, f32, Ue8m0, int!(256), int!(64)>;
type Tile = shape!((256, 64, 128));
type Rows<R> = SmemTensor<E4m3, TileToShape<LayoutKSw128Atom<int!(8)>, (R, int!(128))>>;
type Sums = Accumulator<TiledMma<Two>, shape!((256, 64))>;
type Factors = (Sfa<TiledMma<One>, Tile>, Sfb<TiledMma<Two>, Tile>);

fn main() {
    let grid = Grid { x: 2, y: 1, threads: 256, shared: 32768, cluster: 2 };
    // SAFETY: this does not compile.
    launch(grid, |gpu| unsafe {
        let (a, b, storage) =
            <(Rows<int!(128)>, Rows<int!(32)>, TmemStorage<(Sums, Factors)>)>::allocate(gpu);
        let mut memory = storage.alloc(gpu);
        let (sfa, sfb) = (memory.second::<Ue8m0>(), memory.third::<Ue8m0>());
        let a = a.umma_descriptors::<OperandA, _>(<OfCta<Two>>::STATIC);
        let b = b.umma_descriptors::<OperandB, _>(<OfCta<Two>>::STATIC);
        if let Warpgroup::Consumer(role) = <WarpRoles<1, 1, 56, 256>>::of(gpu) {
            if let (Some(mut thread), _) = memory.accumulate(&role.reg_alloc(gpu)) {
                thread.gemm_scaled(gpu, (a, sfa), (b, sfb));
            }
        }
        memory.free(gpu);
    });
}
