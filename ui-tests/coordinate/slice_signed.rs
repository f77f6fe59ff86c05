// A slice at an `i32`.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    let _ = a.slice((.., 2));
}
