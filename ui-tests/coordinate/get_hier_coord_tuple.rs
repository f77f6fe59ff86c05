// The coordinate of a coordinate.
use zellige::prelude::*;

fn main() {
    layout!((8, 16) : (16, 1)).get_hier_coord((1u32, 2u32));
}
