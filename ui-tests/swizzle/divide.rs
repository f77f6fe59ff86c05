// The tile of a swizzled layout is refused like that of its strides.
use zellige::{ops::*, prelude::*};

type Tile = Swizzled<Swizzle<3, 3, 3>, layout!((6, 4) : (4, 1))>;
assert_layout!(LogicalDivide<Tile, layout!(4 : 1)>);

fn main() {}
