//! What tests of tensor memory begin with, and how they read it.

#![allow(dead_code)] // no test needs all of it

use zellige::atom::TiledMma;
use zellige::atom::tmem::{TmemFragment, TmemFrg1sm};
use zellige::atom::tmem_copy::{SM100_TMEM_LOAD_32dp32b, SM100_TMEM_STORE_32dp32b};
use zellige::atom::umma::SM100_MMA_F16BF16_2x1SM_SS;
use zellige::prelude::*;
use zellige_emulator::Grid;
use zellige_gpu::tmem::{Accumulator, CtaGroup, TmemLoads};
use zellige_gpu::{Bf16, Sm100};

pub type Load<N> = SM100_TMEM_LOAD_32dp32b<N>;
pub type Store<N> = SM100_TMEM_STORE_32dp32b<N>;
/// 32 columns of one block, and of each of a pair.
pub type Columns = TmemFragment<shape!(((128, 32), 1, 1)), TmemFrg1sm<int!(32)>>;
pub type OfPair = Accumulator<
    TiledMma<SM100_MMA_F16BF16_2x1SM_SS<Bf16, Bf16, f32, int!(256), int!(32)>>,
    shape!((256, 32)),
>;
/// A descriptor of rows of 16 bytes without a swizzle, and of 2048 bytes from one to another half
/// of rows of 32.
pub const ROWS: u64 = 1 << 46 | 8 << 32 | 128 << 16;

/// The grid of a group P, of 128 threads a block.
pub fn grid<P: CtaGroup>(shared: u32) -> Grid {
    let cluster = if P::CTAS == 1 { 0 } else { P::CTAS };
    Grid { x: P::CTAS, y: 1, threads: 128, shared, cluster }
}
/// Initialises a barrier for the commits of one thread.
pub unsafe fn init(gpu: impl Sm100, barrier: u32) {
    // SAFETY: all threads execute this, with 8 bytes of shared memory.
    unsafe {
        if gpu.thread() == 0 {
            gpu.mbarrier_init(barrier, 1);
            gpu.mbarrier_fence();
        }
    }
}
/// Initialises such a barrier, and publishes what is in shared memory.
pub unsafe fn begin(gpu: impl Sm100, barrier: u32) {
    // SAFETY: as for `init`.
    unsafe {
        init(gpu, barrier);
        gpu.fence_proxy_async();
        gpu.sync_threads();
    }
}
/// Waits for the threads of a group P, with tensor memory in order.
pub unsafe fn meet<P: CtaGroup>(gpu: impl Sm100) {
    // SAFETY: all threads execute this.
    unsafe {
        gpu.tcgen05_before_thread_sync();
        if P::CTAS == 1 {
            gpu.sync_threads();
        } else {
            gpu.cluster_arrive();
            gpu.cluster_wait();
        }
        gpu.tcgen05_after_thread_sync();
    }
}
/// Returns the first lane of the warp, as an address.
pub unsafe fn lanes(gpu: impl Sm100) -> u32 {
    // SAFETY: all threads of the warp execute this.
    unsafe { gpu.broadcast(gpu.thread() / 32 % 4) << 21 }
}
/// Returns the registers of a load at an address.
pub unsafe fn loaded<I: TmemLoads>(gpu: impl Sm100, at: u32) -> I::Registers {
    // SAFETY: all threads of the warp execute this.
    unsafe {
        let mut registers = [gpu.tmem_load::<I>(at)];
        gpu.tmem_wait_load(&mut registers);
        registers[0]
    }
}
