// Every third of the elements: 3 does not fit into the columns of 4.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((4, 6, 8) : (2, 3, 5)), layout!(6 : 3)>);

fn main() {}
