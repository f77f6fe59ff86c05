// The 100 rows of A are to be cut into tiles of 32.
use zellige::atom::*;
use zellige::prelude::*;

type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2, 1))>;

assert_layout!(Partitioned<Mma, OperandA, layout!((100, 32))>);

fn main() {}
