// Mode 1.2 of a layout whose mode 1 has two modes.
use zellige::{ops::*, prelude::*};

assert_layout!(Get<layout!((8, (4, 2)) : (1, (8, 32))), coord!((1, 2))>);

fn main() {}
