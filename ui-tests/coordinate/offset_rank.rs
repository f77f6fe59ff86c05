// The offset of a static coordinate, one mode short.
use zellige::prelude::*;

type A = layout!((8, 16, 4) : (64, 1, 16));
const OFFSET: usize = A::offset((int!(3), int!(5)));

fn main() {
    println!("{OFFSET}");
}
