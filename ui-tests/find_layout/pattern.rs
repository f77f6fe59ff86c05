// Entry 4 should be 9.
use zellige::prelude::*;

pub type L = find_layout!([0, 2, 4, 7, 8, 11]);

fn main() {}
