// The modes of a swizzled tile: it has extents, but no strides.
use zellige::prelude::*;

fn main() {
    let tile = layout!(Sw<3, 4, 3> o 0 o (8, 64) : (64, 1));
    for (extent, stride) in tile.modes() {
        println!("{extent}:{stride}");
    }
}
