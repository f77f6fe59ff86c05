// A second product that reads A from shared memory, where P is not.
use zellige::atom::TiledMma;
use zellige::atom::smem::LayoutKSw128Atom;
use zellige::atom::umma::SM100_MMA_F16BF16_SS;
use zellige::atom::{MmaTiling, OperandB};
use zellige::{ops::TileToShape, prelude::*};
use zellige_gpu::storage::SmemTensor;
use zellige_gpu::tmem::{Accumulator, Allocation, BackToBack};
use zellige_gpu::wgmma::ScaleOut;
use zellige_gpu::{Bf16, Sm100};

type S = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(64)>>;
type O = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(64)>>;
type Sums<M> = Accumulator<M, shape!((128, 64))>;
type Tile<Rows> = SmemTensor<Bf16, TileToShape<LayoutKSw128Atom<int!(16)>, (Rows, int!(64))>>;

pub unsafe fn turn<G: Sm100>(
    gpu: G,
    c: Tile<int!(64)>,
    mut memory: Allocation<BackToBack<Sums<S>, Sums<O>>>,
) {
    unsafe {
        let mut link = memory.next(gpu);
        link.second(gpu, c.umma_descriptors::<OperandB, _>(O::STATIC), ScaleOut::One);
    }
}

fn main() {}
