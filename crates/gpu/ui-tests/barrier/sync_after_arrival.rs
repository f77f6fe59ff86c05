// A thread that has arrived at a named barrier would be counted twice if it arrived again.
use zellige_gpu::{Gpu, barrier::NamedBarrier};

pub unsafe fn kernel<G: Gpu>(gpu: G, barrier: NamedBarrier<1, 256>) {
    let arrived = unsafe { barrier.arrive(gpu) };
    unsafe { arrived.sync(gpu) };
}

fn main() {}
