// A stride of 23 over three modes, with nested numbers of A.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((4, 7, 5) : (1, 6, 6)), layout!(4 : 23)>);

fn main() {}
