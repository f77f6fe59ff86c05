// A scale factor for each 16 bytes, where the instruction has one for each 32.
use zellige::atom::{mma_sm120::*, umma::*, *};
use zellige::prelude::*;

#[derive(Copy, Clone)]
struct E4m3;
impl Element<NarrowOperand> for E4m3 {
    type Bits = int!(8);
    const CODE: u32 = 0;
}
impl Element<ScaleFactor<int!(32)>> for E4m3 {
    type Bits = int!(8);
    const CODE: u32 = 1;
}
type Op = SM120_16x8x32_TN_VS<E4m3, E4m3, f32, E4m3, int!(16)>;

assert_layout!(<Op as BlockScaledMmaAtom>::LayoutSfaTv);

fn main() {}
