// Copies of a block that overlaps itself.
use zellige::prelude::*;

fn main() {
    let a = layout!((6, 5) : (8, 3));
    println!("{}", a.logical_product(layout!(3 : 3)));
}
