// Rows from bottom to top: the offsets are signed, which takes a bit.
use zellige::prelude::*;

fn main() {
    let a = layout!((65536, 65536) : (-65536, 1));
    println!("{}", a.crd2idx((1u32, 0u32)));
}
