// A swizzle without its shift.
use zellige::prelude::*;

pub type Tile = layout!(Sw<3, 4> o 0 o (8, 64) : (64, 1));

fn main() {}
