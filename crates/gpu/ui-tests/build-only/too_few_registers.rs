//! A thread's sums do not fit in its array.
use zellige::prelude::*;
use zellige_gpu::{copy::fill, tensor::rmem};

fn main() {
    let mut sums = [0f32; 7];
    unsafe { fill(rmem(&mut sums, layout!((2, 4) : (4, 1))), 1.5) }
}
