// The tile of mode 1 is at fault, and the message says so.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((8, (4, 8)) : (1, (8, 40))), (int!(4), int!(6))>);

fn main() {}
