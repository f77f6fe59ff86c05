// A thread waits once for each arrival at the barrier of its cluster.
use zellige_gpu::{Sm90, barrier::ClusterBarrier};

pub unsafe fn kernel<G: Sm90>(gpu: G, cluster: ClusterBarrier) {
    unsafe {
        let arrived = cluster.arrive(gpu);
        arrived.wait(gpu);
        arrived.wait(gpu);
    }
}

fn main() {}
