// A float in the table.
use zellige::prelude::*;

pub type L = find_layout!([0, 1.0, 2]);

fn main() {}
