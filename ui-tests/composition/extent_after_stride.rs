// 9 elements, every third, from rows of 6: two from each row, and 2 does not divide 9.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((6, 2) : (8, 2)), layout!(9 : 3)>);

fn main() {}
