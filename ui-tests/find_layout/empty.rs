// An empty table.
use zellige::prelude::*;

pub type L = find_layout!([]);

fn main() {}
