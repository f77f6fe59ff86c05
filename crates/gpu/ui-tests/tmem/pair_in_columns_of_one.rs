// Products of two CTAs in columns that each of them has allocated alone.
use zellige::atom::TiledMma;
use zellige::atom::umma::{SM100_MMA_F16BF16_2x1SM_SS, SM100_MMA_F16BF16_SS};
use zellige::prelude::*;
use zellige_gpu::tmem::{Accumulating, Accumulator, Allocation, InTurn};
use zellige_gpu::{Bf16, Sm100};

type One = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(64)>>;
type Two = TiledMma<SM100_MMA_F16BF16_2x1SM_SS<Bf16, Bf16, f32, int!(256), int!(64)>>;
type Sums<M> = Accumulator<M, shape!((256, 64))>;

unsafe fn multiply(thread: Accumulating<'_, Sums<Two>>) {
    drop(thread)
}
pub unsafe fn kernel<G: Sm100>(gpu: G, mut memory: Allocation<InTurn<Sums<One>>>) {
    unsafe { multiply(memory.begin(gpu)) }
}

fn main() {}
