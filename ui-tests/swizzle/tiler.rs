// A swizzled layout as a tile.
use zellige::{ops::*, prelude::*};

type Tile = Swizzled<Swizzle<1, 0, 1>, layout!(4 : 1)>;
assert_layout!(ZippedDivide<layout!((8, 64) : (64, 1)), (Tile, Int<8>)>);

fn main() {}
