// The first four rows are `int!(4)`, not `0..4`.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 6) : (6, 1));
    let _ = a.compose((0u32..4, ..));
}
