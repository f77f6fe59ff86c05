// An origin that leaves a mode open: that is a slice.
use zellige::prelude::*;

fn main() {
    layout!((8, 16) : (16, 1)).domain_offset((1u32, ..));
}
