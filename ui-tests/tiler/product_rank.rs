// Copies of a matrix along three modes.
use zellige::prelude::*;

fn main() {
    let a = layout!((2, 2) : (4, 1));
    let _ = a.logical_product((int!(2), int!(2), int!(2)));
}
