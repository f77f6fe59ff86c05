// The complement of a swizzled layout.
use zellige::{ops::*, prelude::*};

fn main() {
    let tile = <Swizzled<Swizzle<3, 3, 3>, layout!((8, 64) : (64, 1))>>::STATIC;
    println!("{}", tile.complement(int!(1024)));
}
