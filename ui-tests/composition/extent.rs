// The first 6 elements of a padded block of 4: they end in the middle of the second column.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((4, 8) : (1, 10)), layout!(6 : 1)>);

fn main() {}
