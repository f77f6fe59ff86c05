// Braces with nothing in them.
use zellige::prelude::*;

pub type Tile = layout!(({}, 64));

fn main() {}
