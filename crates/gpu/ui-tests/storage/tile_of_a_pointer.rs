// The accelerator copies by a map of the tensor, not from a pointer.
use zellige::prelude::*;
use zellige_gpu::{Bf16, Sm90, pipeline::Producer, storage::KMajorTile, tensor::gmem};

type Tile = KMajorTile<Bf16, int!(64), int!(64), int!(4)>;

pub unsafe fn load<G: Sm90>(gpu: G, a: *const Bf16, mut producer: Producer<Tile>) {
    let all = gmem(a, layout!((128u32, 256u32) : (256u32, 1)));
    let tile = all.local_tile(shape!((64, 64)), (0u32, 0u32));
    unsafe { producer.load(gpu, tile) }
}

fn main() {}
