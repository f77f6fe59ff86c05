// `offset` is for static coordinates.
use zellige::prelude::*;

type A = layout!((8, 16, 4) : (64, 1, 16));
const OFFSET: usize = A::offset((int!(3), 5u32, int!(2)));

fn main() {
    println!("{OFFSET}");
}
