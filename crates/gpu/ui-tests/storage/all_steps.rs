// A stage is loaded from one tile, not from the tiles of all steps.
use zellige::prelude::*;
use zellige_gpu::{Bf16, Sm90, TensorMap, pipeline::Producer, storage::KMajorTile, tensor::tma};

type Tile = KMajorTile<Bf16, int!(64), int!(64), int!(4)>;

pub unsafe fn load<G: Sm90>(gpu: G, a: *const TensorMap, mut producer: Producer<(Tile, Tile)>) {
    let g_a = tma(a, (128u32, 256u32)).local_tile(shape!((64, 64)), (0u32, ..));
    unsafe { producer.load(gpu, (g_a, g_a.at((.., .., 0u32)))) }
}

fn main() {}
