// Braces without content.
use zellige::prelude::*;

pub type Tile = layout!(({}, 64));

fn main() {}
