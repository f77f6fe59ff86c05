// One stride for two modes.
use zellige::prelude::*;

pub type A = layout!((64, 8) : 1);

fn main() {}
