// A partition of a matrix that is itself refused: the first refusal is reported.
use zellige::atom::*;
use zellige::prelude::*;

type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2, 1))>;
type Bad = zellige::ops::Compose<layout!((6, 4) : (4, 1)), layout!(4 : 4)>;

assert_layout!(Partitioned<Mma, OperandA, Bad>);

fn main() {}
