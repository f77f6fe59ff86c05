// A literal that differs from the declared type.
use zellige::prelude::*;

fn main() {
    let a: layout!((64, 8) : (8, 1)) = layout!((64, 4) : (8, 1));
    println!("{a}");
}
