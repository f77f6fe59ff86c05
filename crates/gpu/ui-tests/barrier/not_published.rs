// A barrier that other threads may not see yet.
use zellige_gpu::{Sm90, barrier::Uninit};

pub unsafe fn kernel<G: Sm90>(gpu: G, bytes: Uninit) {
    let barrier = unsafe { bytes.init(gpu, 128) };
    unsafe { barrier.arrive(gpu) };
}

fn main() {}
