// A pair of tiles for mode 0, which is one integer.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 6) : (6, 1));
    let _ = a.logical_divide((shape!((2, 2)), int!(3)));
}
