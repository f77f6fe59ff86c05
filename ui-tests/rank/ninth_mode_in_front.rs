// A ninth mode in front.
use zellige::{ops::*, prelude::*};

assert_layout!(Prepend<layout!((1, 2, 3, 4, 5, 6, 7, 8)), layout!(9 : 1)>);

fn main() {}
