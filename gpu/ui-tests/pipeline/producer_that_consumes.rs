// Producers have no half of consumers.
use zellige_gpu::{pipeline::TmaRing, registers::ProducerWarpgroup};

pub fn kernel(ring: TmaRing<4, 1024>, role: ProducerWarpgroup) {
    ring.consumer::<0>(&role);
}

fn main() {}
