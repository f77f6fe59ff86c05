// A `u64` as extent.
use zellige::prelude::*;

fn main() {
    let m = 100u64;
    let _ = layout!((m, 64) : (64, 1));
}
