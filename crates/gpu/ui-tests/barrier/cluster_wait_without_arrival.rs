// A thread cannot wait at the barrier of the cluster before it has arrived.
use zellige_gpu::{Sm90, barrier::ClusterBarrier};

pub unsafe fn kernel<G: Sm90>(gpu: G, cluster: ClusterBarrier) {
    unsafe { cluster.wait(gpu) };
}

fn main() {}
