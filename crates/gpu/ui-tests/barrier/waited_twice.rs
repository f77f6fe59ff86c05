// A thread waits once per arrival: the next phase has not begun for it.
use zellige_gpu::{Sm90, barrier::Mbarriers};

pub unsafe fn kernel<G: Sm90>(gpu: G, barrier: Mbarriers) {
    let arrived = unsafe { barrier.arrive(gpu) };
    let _ = unsafe { arrived.wait(gpu) };
    let _ = unsafe { arrived.wait(gpu) };
}

fn main() {}
