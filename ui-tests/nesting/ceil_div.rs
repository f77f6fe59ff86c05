// Tiles of three modes for a shape of two.
use zellige::{ops::*, prelude::*};

const N: CeilDiv<shape!((4, 6)), shape!((2, 2, 2))> = IntTuple::STATIC;

fn main() {
    println!("{N:?}");
}
