// A constant expression that falls below 0.
use zellige::prelude::*;

const BM: usize = 64;

fn main() {
    println!("{:?}", int!({ BM - 65 }));
}
