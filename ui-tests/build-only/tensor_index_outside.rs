// Rows are counted from 0 to 7.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0u32; 48], layout!((8, 6) : (6, 1)));
    println!("{}", a[coord!((8, 2))]);
}
