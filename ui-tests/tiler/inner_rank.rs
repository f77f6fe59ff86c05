// Three inner tiles for the two modes of mode 1.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, (3, 4)) : (3, (1, 24)));
    let _ = a.zipped_divide(shape!((4, (3, 2, 2))));
}
