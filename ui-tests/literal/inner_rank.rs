// Three inner strides for the two modes of mode 1.
use zellige::prelude::*;

pub type A = layout!((64, (8, 2)) : (8, (1, 2, 3)));

fn main() {}
