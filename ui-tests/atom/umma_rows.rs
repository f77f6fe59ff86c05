// 96 rows.
use zellige::atom::umma::*;
use zellige::atom::*;
use zellige::prelude::*;

type Op = SM100_MMA_S8_TS<i8, i8, i32, int!(96), int!(128)>;

assert_layout!(<Op as MmaAtom>::LayoutATv);

fn main() {}
