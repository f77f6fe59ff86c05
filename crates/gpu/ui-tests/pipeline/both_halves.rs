// A thread with a role has one half of a ring.
use zellige::prelude::*;
use zellige_gpu::storage::Stages;
use zellige_gpu::{
    pipeline::TmaRing,
    registers::{ConsumerWarpgroup, ProducerWarpgroup},
};

type Rows = Stages<u8, layout!((1024, 4))>;

pub fn kernel(ring: TmaRing<Rows, int!(256)>, producer: ProducerWarpgroup, consumer: ConsumerWarpgroup) {
    ring.producer(&producer);
    ring.consumer::<0>(&consumer);
}

fn main() {}
