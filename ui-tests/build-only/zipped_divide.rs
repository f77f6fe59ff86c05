// Tiles by mode: the tile of mode 1 does not fit.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, (3, 4)) : (1, (8, 48)));
    println!("{}", a.zipped_divide((int!(4), int!(5))));
}
