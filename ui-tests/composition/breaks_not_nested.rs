// Breaks after 2 and after 3 steps cannot both end a mode.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((5, 4, 4) : (8, 4, 2)), layout!((4, 12) : (3, 12))>);

fn main() {}
