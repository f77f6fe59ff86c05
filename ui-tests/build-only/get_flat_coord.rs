// The coordinate of an offset that several coordinates share.
use zellige::prelude::*;

fn main() {
    layout!((4, 4) : (1, 2)).get_flat_coord(5u32);
}
