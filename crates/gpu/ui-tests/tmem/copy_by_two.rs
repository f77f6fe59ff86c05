// A copy from shared memory by two CTAs, but the kernel's instructions are those of one.
use zellige::atom::tmem_copy::SM100_UTCCP_4x32dp128bit;
use zellige::prelude::*;
use zellige_gpu::Sm100;

pub unsafe fn kernel<G: Sm100>(gpu: G, to: u32, from: u64) {
    unsafe { gpu.tmem_copy::<SM100_UTCCP_4x32dp128bit<int!(2)>>(to, from) }
}

fn main() {}
