// Barriers that other blocks may not see yet.
use zellige_gpu::{Sm90, barrier::Uninit};

pub unsafe fn kernel<G: Sm90>(gpu: G, bytes: Uninit) {
    let barrier = unsafe { bytes.init(gpu, 128) };
    unsafe { barrier.arrive_cluster(gpu, 0b11) };
}

fn main() {}
