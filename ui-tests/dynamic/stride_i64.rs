// A signed stride, from an array of another library.
use zellige::prelude::*;

fn main() {
    let pitch = 6i64;
    let a = layout!((8, 6) : (pitch, 1));
    println!("{}", a.size().usize());
}
