// A constant expression of exactly 2^48 + 1.
use zellige::prelude::*;

const N: usize = (1 << 48) + 1;

fn main() {
    println!("{:?}", int!(N));
}
