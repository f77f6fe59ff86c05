// An extent along an axis.
use zellige::prelude::*;

pub type A = layout!((64@0, 8) : (8, 1));

fn main() {}
