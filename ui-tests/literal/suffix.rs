// `u8` is not an integer type of layouts.
use zellige::prelude::*;

pub type A = layout!((64u8, 8) : (8, 1));

fn main() {}
