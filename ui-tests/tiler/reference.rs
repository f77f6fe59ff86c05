// A reference to a layout.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 6) : (6, 1));
    let tile = layout!(4 : 1);
    let _ = a.compose(&tile);
}
