// An eleventh mode at the beginning.
use zellige::{ops::*, prelude::*};

assert_layout!(Prepend<layout!((1, 2, 3, 4, 5, 6, 7, 8, 9, 10)), layout!(11 : 1)>);

fn main() {}
