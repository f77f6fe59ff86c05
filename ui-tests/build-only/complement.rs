// A complement with a hole.
use zellige::prelude::*;

fn main() {
    let a = layout!((4, 4) : (1, 6));
    println!("{}", a.complement(int!(64)));
}
