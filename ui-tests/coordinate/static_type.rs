// The static offset of a coordinate of another rank.
use zellige::{ops::*, prelude::*};

const OFFSET: Crd2Idx<coord!((1, 2, 3)), layout!((4, 4) : (1, 4))> = IntTuple::STATIC;

fn main() {
    println!("{OFFSET:?}");
}
