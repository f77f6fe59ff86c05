// A pair of shape and stride is not a layout: it is read as a tiler by mode.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    let _ = a.zipped_divide(((int!(4), int!(2)), (int!(1), int!(4))));
}
