// Bytes of shared memory that are not initialised as a barrier.
use zellige_gpu::{Sm90, barrier::Uninit};

pub unsafe fn kernel<G: Sm90>(gpu: G) {
    let barrier = unsafe { Uninit::<1>::new(gpu.shared_address()) };
    unsafe { barrier.arrive(gpu) };
}

fn main() {}
