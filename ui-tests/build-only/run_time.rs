// A run-time layout: its static numbers do not divide.
use zellige::prelude::*;

fn main() {
    let n = 8u32;
    let a = layout!((4, n) : (1, 10));
    println!("{}", a.compose(layout!(6 : 1)));
}
