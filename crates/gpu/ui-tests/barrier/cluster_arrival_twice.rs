// A thread that has arrived at the barrier of its cluster waits before it arrives again.
use zellige_gpu::{Sm90, barrier::ClusterBarrier};

pub unsafe fn kernel<G: Sm90>(gpu: G, cluster: ClusterBarrier) {
    unsafe {
        let arrived = cluster.arrive(gpu);
        cluster.arrive(gpu);
        arrived.wait(gpu);
    }
}

fn main() {}
