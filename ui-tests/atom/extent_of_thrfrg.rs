// The whole partition of C, 32 rows in tiles of 64.
use zellige::atom::*;
use zellige::prelude::*;

type Mma = TiledMma<mma::SM90_64x64x16_F32F16F16_SS>;

assert_layout!(Thrfrg<Mma, OperandC, layout!((32, 64))>);

fn main() {}
