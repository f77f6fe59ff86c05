// 4 by 4 elements instead of 4 by 8.
use zellige::prelude::*;

fn main() {
    println!("{}", layout!((4, 8) : (8, 1)).with_shape(shape!((4, 4))));
}
