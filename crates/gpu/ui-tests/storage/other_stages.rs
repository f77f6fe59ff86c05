// Tiles of 4 and of 3 stages cannot be filled together.
use zellige::prelude::*;
use zellige_gpu::{Bf16, Sm90, kernel, pipeline::TmaRing};
use zellige_gpu::storage::{Allocate, KMajorTile, SharedStorage};

type A = KMajorTile<Bf16, int!(64), int!(64), int!(4)>;
type B = KMajorTile<Bf16, int!(64), int!(64), int!(3)>;
type Ring = TmaRing<(A, B), int!(128)>;

#[kernel(threads = 128, shared = Ring::BYTES)]
unsafe fn product<G: Sm90>(gpu: G) {
    let _ = unsafe { Ring::allocate(gpu) };
}

fn main() {}
