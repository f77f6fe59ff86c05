// A coordinate of two modes in a shape of one.
use zellige::{ops::*, prelude::*};

const C: Crd2Crd<coord!((1, 2)), int!(16), shape!((4, 4))> = IntTuple::STATIC;

fn main() {
    println!("{C:?}");
}
