// A constant of type `u32` in braces.
use zellige::prelude::*;

const BM: u32 = 128;
pub type Tile = layout!(({ BM }, 64) : (64, 1));

fn main() {}
