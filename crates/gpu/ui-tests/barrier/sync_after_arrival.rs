// Who has come to a named barrier and gone on would be counted twice if it came again.
use zellige_gpu::{Gpu, barrier::NamedBarrier};

pub unsafe fn kernel<G: Gpu>(gpu: G, barrier: NamedBarrier<1, 256>) {
    let arrived = unsafe { barrier.arrive(gpu) };
    unsafe { arrived.sync(gpu) };
}

fn main() {}
