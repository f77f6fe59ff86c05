// A constant expression past 2^48.
use zellige::prelude::*;

const BM: usize = 1 << 30;

fn main() {
    println!("{:?}", int!({ BM * BM }));
}
