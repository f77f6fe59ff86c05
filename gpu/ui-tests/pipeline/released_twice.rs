// A stage that is released twice would be filled while others read it.
use zellige_gpu::{Sm90, pipeline::Consumer};

pub unsafe fn kernel<G: Sm90>(gpu: G, mut consumer: Consumer<4>) {
    let full = unsafe { consumer.wait(gpu) };
    unsafe { full.release(gpu) };
    unsafe { full.release(gpu) };
}

fn main() {}
