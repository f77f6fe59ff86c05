// Modes count from 0: a matrix has no mode 2.
use zellige::{ops::*, prelude::*};

assert_layout!(Get<layout!((8, 3) : (3, 1)), int!(2)>);

fn main() {}
