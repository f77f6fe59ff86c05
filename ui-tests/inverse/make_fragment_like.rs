// Registers like a tile that does not exist.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(FragmentLike<Compose<layout!((6, 4) : (4, 1)), layout!(4 : 4)>>);

fn main() {}
