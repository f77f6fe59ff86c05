// A signed stride, of an array from elsewhere.
use zellige::prelude::*;

fn main() {
    let pitch = 6i64;
    let a = layout!((8, 6) : (pitch, 1));
    println!("{}", a.size().usize());
}
