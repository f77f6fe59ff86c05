// A literal of a swizzle whose bits would overlap.
use zellige::prelude::*;

pub static TILE: layout!(Sw<3, 4, 2> o 0 o (8, 64) : (64, 1)) = Layout::STATIC;

fn main() {}
