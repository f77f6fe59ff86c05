// A swizzled row with its last two entries exchanged.
use zellige::prelude::*;

pub type L = find_layout!([0, 1, 2, 3, 5, 4, 7, 6, 10, 11, 8, 9, 15, 14, 12, 13]);

fn main() {}
