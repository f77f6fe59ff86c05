// A range as extent.
use zellige::prelude::*;

pub type A = layout!((64, 0..8) : (8, 1));

fn main() {}
