// `(64,)` is a tuple of one mode and not the integer 64.
use zellige::prelude::*;

assert_layout!(layout!((64,) : (1,)) == 64 : 1);

fn main() {}
