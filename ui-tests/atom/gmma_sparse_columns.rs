// 40 columns of bytes, which is not a multiple of 16.
use zellige::atom::{gmma_sparse::*, *};
use zellige::prelude::*;

type Op = SM90_SPARSE_64xNx64_S8_SS_TN<i8, i8, i32, int!(40)>;

assert_layout!(<Op as MmaAtom>::LayoutCTv);

fn main() {}
