// The 40 columns of B are to be cut into tiles of 16: the mode K, not M.
use zellige::atom::*;
use zellige::prelude::*;

type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2, 1))>;

assert_layout!(Partitioned<Mma, OperandB, layout!((64, 40))>);

fn main() {}
