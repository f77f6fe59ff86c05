// Tiles of 4 from columns of 6.
use zellige::{ops::*, prelude::*};

assert_layout!(LogicalDivide<layout!((6, 4) : (4, 1)), layout!(4 : 1)>);

fn main() {}
