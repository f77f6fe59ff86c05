// A negative extent.
use zellige::prelude::*;

pub type A = layout!((64, -8) : (8, 1));

fn main() {}
