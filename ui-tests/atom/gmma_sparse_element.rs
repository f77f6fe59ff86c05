// Sums of bytes as floating-point numbers.
use zellige::atom::{gmma_sparse::*, *};
use zellige::prelude::*;

fn main() {
    let op = SM90_SPARSE_64xNx64_S8_RS_TN::<i8, i8, f32, int!(64)>::NEW;
    let _ = make_tiled_mma(op, layout!((1, 1)));
}
