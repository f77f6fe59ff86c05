// The numbers of modes are static.
use zellige::prelude::*;

fn main() {
    println!("{}", layout!((8, 3) : (3, 1)).select((1u32, 0u32)));
}
