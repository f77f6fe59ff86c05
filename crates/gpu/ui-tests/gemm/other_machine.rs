// An atom of RTX 50 on a machine that is only known to be datacenter Blackwell.
use zellige::atom::mma_sm120::SM120_16x8x64_TN_VS;
use zellige::prelude::*;
use zellige_gpu::Sm100;
use zellige_gpu::gemm::MmaSyncScaled;
use zellige_gpu::number::{E2m1, Ue4m3};

type Nvfp4 = SM120_16x8x64_TN_VS<E2m1, E2m1, f32, Ue4m3, int!(16)>;

fn multiplies<A: MmaSyncScaled<G>, G: Sm100>(_: G) {}
pub fn kernel<G: Sm100>(gpu: G) {
    multiplies::<Nvfp4, G>(gpu)
}

fn main() {}
