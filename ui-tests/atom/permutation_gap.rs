// A permutation with elements 0-7 and 16-23 of 48: 8-15 and 24-31 are tile 2, tile 3 is half empty.
use zellige::atom::*;
use zellige::prelude::*;

type Mma = TiledMma<
    mma::SM80_16x8x16_F32F16F16F32_TN,
    layout!((1, 1, 1)),
    (layout!((8, 2) : (1, 16)), std::ops::RangeFull, std::ops::RangeFull),
>;

assert_layout!(Partitioned<Mma, OperandA, layout!((48, 16))>);

fn main() {}
