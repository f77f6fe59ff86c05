// Tile extents are static: `int!(4)` or `shape!((4, 2))`.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 6) : (6, 1));
    let _ = a.zipped_divide((4, 2));
}
