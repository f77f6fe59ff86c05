// The use of the offset is not part of the error.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 6) : (6, 1));
    println!("{}", a.crd2idx((1, 2, 3)));
}
