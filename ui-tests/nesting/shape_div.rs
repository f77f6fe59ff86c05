// A shape that does not divide the other.
use zellige::{ops::*, prelude::*};

const N: ShapeDiv<int!(6), int!(4)> = IntTuple::STATIC;

fn main() {
    println!("{N:?}");
}
