// A width that is known only at run time.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(Upcast<layout!((8, 4) : (1, 8)), u32>);

fn main() {}
