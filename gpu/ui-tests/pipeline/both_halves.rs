// A thread with a role has one half of a ring.
use zellige_gpu::{
    pipeline::TmaRing,
    registers::{ConsumerWarpgroup, ProducerWarpgroup},
};

pub fn kernel(ring: TmaRing<4, 1024>, producer: ProducerWarpgroup, consumer: ConsumerWarpgroup) {
    ring.producer(&producer);
    ring.consumer::<0>(&consumer);
}

fn main() {}
