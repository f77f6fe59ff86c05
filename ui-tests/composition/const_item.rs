// A refused composition as the value of a constant.
use zellige::{ops::*, prelude::*};

const TILE: Compose<layout!((4, 8) : (1, 10)), layout!(6 : 1)> = Layout::STATIC;

fn main() {
    println!("{TILE}");
}
