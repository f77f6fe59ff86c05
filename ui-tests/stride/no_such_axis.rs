// Steps along a mode that the layout does not have.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((4, 8) : (1, 8)), layout!(4 : 1@2)>);

fn main() {}
