// A thread cannot wait at a barrier before it has arrived.
use zellige_gpu::{Sm90, barrier::Mbarriers};

pub unsafe fn kernel<G: Sm90>(gpu: G, barrier: Mbarriers) {
    unsafe { barrier.wait(gpu) };
}

fn main() {}
