// The mode to get is chosen at run time.
use zellige::{ops::*, prelude::*};

pub type M = Get<layout!((8, 3) : (3, 1)), u32>;
assert_layout!(M);

fn main() {}
