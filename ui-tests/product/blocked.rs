// A block whose modes interleave.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(BlockedProduct<layout!((5, 6) : (3, 8)), layout!((2, 2) : (1, 2))>);

fn main() {}
