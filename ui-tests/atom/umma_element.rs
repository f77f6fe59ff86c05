// Bytes times numbers of 32 bits.
use zellige::atom::umma::*;
use zellige::atom::*;
use zellige::prelude::*;

fn main() {
    let op = SM100_MMA_S8_SS::<i8, f32, i32, int!(128), int!(128)>::NEW;
    let _ = make_tiled_mma(op, layout!((1, 1)));
}
