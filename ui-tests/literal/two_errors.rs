// Two wrong numbers: two errors, each on its own.
use zellige::prelude::*;

pub type A = layout!((64.5, -8) : (8, 1));

fn main() {}
