// A table by name: a macro sees the name, not the table.
use zellige::prelude::*;

const TABLE: [u32; 3] = [0, 1, 2];
pub type L = find_layout!(TABLE);

fn main() {}
