// An array as tiler.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 6) : (6, 1));
    let _ = a.zipped_divide([4u32, 2]);
}
