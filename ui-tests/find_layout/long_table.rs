// One swapped pair in a table of 16.
use zellige::prelude::*;

pub type L = find_layout!([0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 7, 6, 12, 13, 14, 15]);

fn main() {}
