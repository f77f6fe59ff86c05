// A tile of three modes to divide a matrix.
use zellige::prelude::*;

fn main() {
    let a = layout!((128, 64) : (64, 1));
    let _ = a.logical_divide(shape!((32, 16, 8)));
}
