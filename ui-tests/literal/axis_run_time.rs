// A run-time number of steps.
use zellige::prelude::*;

fn main() {
    let n = 8u32;
    let _ = layout!((64, 8) : (n@0, 1@1));
}
