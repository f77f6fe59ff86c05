// Every fourth element of columns of 6; the offsets are 0, 16, 9, 2, which no layout gives.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((6, 4) : (4, 1)), layout!(4 : 4)>);

fn main() {}
