// Three strides for two extents.
use zellige::prelude::*;

pub type A = layout!((64, 8) : (8, 1, 2));

fn main() {}
