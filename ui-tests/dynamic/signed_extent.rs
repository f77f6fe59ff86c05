// An `i32` as extent.
use zellige::prelude::*;

fn main() {
    let m = 100;
    let _ = layout!((m, 64) : (64, 1));
}
