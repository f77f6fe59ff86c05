// The columns of A have no elements, so A has only the first index.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((0, 4) : (1, 2)), layout!(4 : 1)>);

fn main() {}
