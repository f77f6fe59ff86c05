// Producers cannot get a consumer half.
use zellige::prelude::*;
use zellige_gpu::storage::Stages;
use zellige_gpu::{pipeline::TmaRing, registers::ProducerWarpgroup};

type Rows = Stages<u8, layout!((1024, 4))>;

pub fn kernel(ring: TmaRing<Rows, int!(256)>, role: ProducerWarpgroup) {
    ring.consumer::<0>(&role);
}

fn main() {}
