// Numbers of 32 bits, where the instruction takes at most 8.
use zellige::atom::{mma_sm120::*, *};
use zellige::prelude::*;

fn main() {
    let op = SM120_16x8x32_TN::<f32, f32, f32>::NEW;
    let _ = make_tiled_mma(op, layout!((1, 1)));
}
