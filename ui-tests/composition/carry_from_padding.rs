// A tile of 7 by 2 steps of 4 from columns of 9.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((9, 4) : (3, 8)), layout!((7, 2) : (1, 4))>);

fn main() {}
