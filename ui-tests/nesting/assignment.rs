// A flat layout where a nested one was declared.
use zellige::prelude::*;

fn main() {
    let a: layout!((8, (4, 2)) : (1, (8, 32))) = layout!((8, 4, 2) : (1, 8, 32));
    println!("{a}");
}
