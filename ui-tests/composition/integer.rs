// A plain 5 as tiler is `5:1`: the first five elements of columns of 3.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((3, 4) : (1, 6)), int!(5)>);

fn main() {}
