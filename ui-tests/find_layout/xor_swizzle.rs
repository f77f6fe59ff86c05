// A swizzled row is no layout.
use zellige::prelude::*;

pub type L = find_layout!([0, 1, 2, 3, 5, 4, 7, 6]);

fn main() {}
