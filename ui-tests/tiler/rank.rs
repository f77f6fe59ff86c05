// A tile of three modes for a matrix.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    let _ = a.compose((int!(4), int!(1), int!(2)));
}
