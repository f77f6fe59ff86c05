// A coordinate past the end, where it was meant to be inside.
use zellige::prelude::*;

type A = layout!((8, 16, 4) : (64, 1, 16));
const OFFSET: usize = A::offset(coord!((3, 16, 2)));

fn main() {
    println!("{OFFSET}");
}
