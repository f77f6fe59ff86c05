// A mode that does not exist.
use zellige::prelude::*;

fn main() {
    println!("{}", layout!((8, 3) : (3, 1)).get(int!(2)));
}
