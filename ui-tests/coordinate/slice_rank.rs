// Three entries to slice a matrix.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    let _ = a.slice((.., .., 2u32));
}
