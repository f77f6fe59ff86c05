// A parenthesis is not closed.
use zellige::prelude::*;

pub type A = layout!((64, (8, 2) : (8, (1, 512)));

fn main() {}
