// A user-defined type as tiler.
use zellige::prelude::*;

struct Tile;

fn main() {
    let a = layout!((8, 6) : (6, 1));
    let _ = a.compose(Tile);
}
