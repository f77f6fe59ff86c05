// A table of offsets that begins at 5.
use zellige::prelude::*;

pub type L = find_layout!([5, 6, 7]);

fn main() {}
