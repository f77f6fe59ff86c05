// A constant of a swizzle, without braces.
use zellige::prelude::*;

const BITS: usize = 3;
pub type Smem = layout!(Sw<BITS, 4, 3> o 0 o (8, 64) : (64, 1));

fn main() {}
