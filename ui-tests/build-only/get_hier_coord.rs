// The coordinate of an offset that the layout does not have: there are gaps after 4.
use zellige::prelude::*;

fn main() {
    layout!((4, 4) : (1, 8)).get_hier_coord(5u32);
}
