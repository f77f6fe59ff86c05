// Tiles of 5 from a padded matrix with columns of 3.
use zellige::{ops::*, prelude::*};

assert_layout!(LogicalDivide<layout!((3, 4) : (1, 6)), int!(5)>);

fn main() {}
