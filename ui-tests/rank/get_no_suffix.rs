// The number of a mode is static.
use zellige::prelude::*;

fn main() {
    let _ = layout!((8, 6) : (6, 1)).get(1);
}
