// 300 columns: the instruction has at most 256.
use zellige::atom::umma::*;
use zellige::atom::*;
use zellige::prelude::*;

type Op = SM100_MMA_S8_2x1SM_SS<i8, i8, i32, int!(128), int!(300)>;

assert_layout!(<Op as MmaAtom>::LayoutCTv);

fn main() {}
