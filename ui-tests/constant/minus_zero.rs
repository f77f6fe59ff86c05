// A minus before a constant that is 0.
use zellige::prelude::*;

const PAD: usize = 0;

fn main() {
    let _ = layout!((8, 64) : (-{ PAD }, 1));
}
