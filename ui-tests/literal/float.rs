// A float as extent.
use zellige::prelude::*;

pub type A = layout!((64, 8.0) : (8, 1));

fn main() {}
