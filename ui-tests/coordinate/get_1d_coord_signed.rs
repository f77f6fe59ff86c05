// A literal without a suffix as an offset.
use zellige::prelude::*;

fn main() {
    layout!((8, 16) : (16, 1)).get_1d_coord(17);
}
