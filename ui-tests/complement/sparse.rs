// The complement that may leave holes must not overlap either.
use zellige::{ops::*, prelude::*};

assert_layout!(ComplementSparse<layout!((4, 2) : (2, 3)), int!(15)>);

fn main() {}
