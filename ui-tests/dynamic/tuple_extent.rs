// A variable that holds a whole shape, for one of its modes.
use zellige::prelude::*;

fn main() {
    let shape = (100u32, 64u32);
    let _ = layout!((shape, 4) : (64, 1));
}
