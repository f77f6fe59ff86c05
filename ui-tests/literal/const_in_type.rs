// A constant by name: a macro sees the name, not its value.
use zellige::prelude::*;

const N: u32 = 64;
pub type A = layout!((N, 8) : (8, 1));

fn main() {}
