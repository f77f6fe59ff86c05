// A product with scale factors by an atom that has none.
use zellige::atom::umma::SM100_MMA_F8F6F4_SS;
use zellige::prelude::*;
use zellige_gpu::tmem::ScaledArguments;
use zellige_gpu::{E4m3, Sm100};

type Op = SM100_MMA_F8F6F4_SS<E4m3, E4m3, f32, int!(128), int!(64)>;

pub unsafe fn kernel<G: Sm100>(gpu: G, arguments: ScaledArguments) {
    unsafe { gpu.umma_scaled::<Op>(arguments) }
}

fn main() {}
