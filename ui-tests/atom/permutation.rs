// Two warps of 16 rows on a permutation of 24.
use zellige::atom::*;
use zellige::prelude::*;

type Mma = TiledMma<
    mma::SM80_16x8x16_F32F16F16F32_TN,
    layout!((2, 2, 1)),
    (layout!((8, 3)), std::ops::RangeFull, std::ops::RangeFull),
>;

assert_layout!(LayoutTv<Mma, OperandA>);

fn main() {}
