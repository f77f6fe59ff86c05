// Eleven layouts as modes of one.
use zellige::{ops::*, prelude::*};

type L = layout!(2 : 1);
assert_layout!(Concat<(L, L, L, L, L, L, L, L, L, L, L)>);

fn main() {}
