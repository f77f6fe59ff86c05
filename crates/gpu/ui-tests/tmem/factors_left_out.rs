// A product without scale factors by an atom that has them.
use zellige::atom::umma::SM100_MMA_MXF8F6F4_SS;
use zellige::prelude::*;
use zellige_gpu::number::Ue8m0;
use zellige_gpu::wgmma::ScaleOut;
use zellige_gpu::{E4m3, Sm100};

type Op = SM100_MMA_MXF8F6F4_SS<E4m3, E4m3, f32, Ue8m0, int!(128), int!(64)>;

pub unsafe fn kernel<G: Sm100>(gpu: G, a: u64, b: u64) {
    unsafe { gpu.umma::<Op>(0, a, b, 0, ScaleOut::Zero) }
}

fn main() {}
