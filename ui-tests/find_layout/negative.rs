// A table that runs backwards.
use zellige::prelude::*;

pub type L = find_layout!([0, -1, -2]);

fn main() {}
