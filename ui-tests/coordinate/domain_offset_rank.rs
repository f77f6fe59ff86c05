// An origin of three modes for a layout with two.
use zellige::prelude::*;

fn main() {
    layout!((8, 16) : (16, 1)).domain_offset((1u32, 2u32, 3u32));
}
