// A swizzle around a layout, without an offset.
use zellige::prelude::*;

pub type Tile = layout!(Sw<3, 4, 3> o (8, 64) : (64, 1));

fn main() {}
