// One phase, one arrival.
use zellige_gpu::{Sm90, barrier::Mbarriers};

pub unsafe fn kernel<G: Sm90>(gpu: G, barrier: Mbarriers) {
    let first = unsafe { barrier.arrive(gpu) };
    let second = unsafe { barrier.arrive(gpu) };
    unsafe { (first.wait(gpu), second.wait(gpu)) };
}

fn main() {}
