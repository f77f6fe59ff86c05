// A scale factor for each 16 elements of a sparse A, which has one for each 32 or 64.
use zellige::atom::{mma_sm120::*, umma::*, *};
use zellige::prelude::*;

#[derive(Copy, Clone)]
struct E2m1;
impl Element<PackedOperand> for E2m1 {
    type Bits = int!(4);
    const CODE: u32 = 1;
}
impl<V> Element<ScaleFactor<V>> for E2m1 {
    type Bits = int!(8);
    const CODE: u32 = 1;
}
type Op = SM120_SPARSE_16x8x128_TN_VS<E2m1, E2m1, f32, E2m1, int!(16)>;

assert_layout!(<Op as SparseMmaAtom>::LayoutETv);

fn main() {}
