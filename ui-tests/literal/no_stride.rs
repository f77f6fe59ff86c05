// The stride after the colon is missing.
use zellige::prelude::*;

pub type A = layout!((64, 8) : );

fn main() {}
