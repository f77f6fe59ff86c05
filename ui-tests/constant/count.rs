// A constant number of entries.
use zellige::prelude::*;

const N: usize = 8;
pub type L = find_layout!([0; { N }]);

fn main() {}
