// Rings that together need more shared memory than a block has.
use zellige::prelude::*;
use zellige_gpu::{Bf16, Sm90, kernel, pipeline::TmaRing};
use zellige_gpu::storage::{Allocate, KMajorTile, SharedStorage};

type A = KMajorTile<Bf16, int!(128), int!(64), int!(6)>;
type B = KMajorTile<Bf16, int!(256), int!(64), int!(6)>;
type Ring = TmaRing<(A, B), int!(128)>;

#[kernel(threads = 128, shared = Ring::BYTES)]
unsafe fn product<G: Sm90>(gpu: G) {
    let _ = unsafe { Ring::allocate(gpu) };
}

fn main() {}
