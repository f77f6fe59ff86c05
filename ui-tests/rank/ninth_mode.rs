// A ninth mode at the end.
use zellige::{ops::*, prelude::*};

assert_layout!(Append<layout!((1, 2, 3, 4, 5, 6, 7, 8)), layout!(9 : 1)>);

fn main() {}
