// A second stride.
use zellige::prelude::*;

pub type A = layout!((64, 8) : (8, 1) : 3);

fn main() {}
