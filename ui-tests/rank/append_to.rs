// Padded to rank 1, but a matrix already has more modes.
use zellige::{ops::*, prelude::*};

assert_layout!(AppendTo<layout!((4, 4) : (1, 4)), layout!(2 : 1), int!(1)>);

fn main() {}
