// A refused operand: the first refusal is reported, whatever is made from it.
use zellige::{ops::*, prelude::*};

type Tile = Compose<layout!((6, 4) : (4, 1)), layout!(4 : 4)>;
assert_layout!(Coalesce<RightInverse<LogicalDivide<Tile, int!(2)>>>);

fn main() {}
