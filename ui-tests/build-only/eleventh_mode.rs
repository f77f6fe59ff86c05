// An eleventh mode.
use zellige::prelude::*;

fn main() {
    println!("{}", layout!((1, 2, 3, 4, 5, 6, 7, 8, 9, 10)).append(layout!(11 : 1)));
}
