// The left inverse of a layout that runs backwards: its extent would be -1.
use zellige::{ops::*, prelude::*};

assert_layout!(LeftInverse<layout!(8 : -1)>);

fn main() {}
