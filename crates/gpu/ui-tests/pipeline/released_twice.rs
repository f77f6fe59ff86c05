// A stage that is released twice would be filled while others read it.
use zellige::prelude::*;
use zellige_gpu::storage::Stages;
use zellige_gpu::{Sm90, pipeline::Consumer};

type Rows = Stages<u8, layout!((1024, 4))>;

pub unsafe fn kernel<G: Sm90>(gpu: G, mut consumer: Consumer<Rows>) {
    let full = unsafe { consumer.wait(gpu) };
    unsafe { full.release(gpu) };
    unsafe { full.release(gpu) };
}

fn main() {}
