// A name in the table.
use zellige::prelude::*;

const N: u32 = 2;
pub type L = find_layout!([0, N, 4]);

fn main() {}
