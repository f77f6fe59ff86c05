// Mode 1 is a pair, its stride one integer.
use zellige::prelude::*;

pub type A = layout!((64, (8, 2)) : (8, 1));

fn main() {}
