// A string as tiler.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 6) : (6, 1));
    let _ = a.compose("4:1");
}
