// A copy from shared memory by three CTAs: there are copies by one, and by a pair.
use zellige::atom::tmem_copy::SM100_UTCCP_4x32dp128bit;
use zellige::prelude::*;
use zellige_gpu::Sm100;

pub unsafe fn kernel<G: Sm100>(gpu: G, to: u32, from: u64) {
    unsafe { gpu.tmem_copy::<SM100_UTCCP_4x32dp128bit<int!(3)>>(to, from) }
}

fn main() {}
