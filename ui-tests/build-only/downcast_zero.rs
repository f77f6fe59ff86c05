// Elements cut into 0 parts.
use zellige::prelude::*;

fn main() {
    println!("{}", layout!((4, 4) : (1, 4)).downcast(int!(0)));
}
