// Three coordinates for two modes.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 16) : (16, 1));
    let _ = a.offset_as::<u32>((0usize, 1usize, 2usize));
}
