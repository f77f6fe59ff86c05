// A 64-bit index as `u64`.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    let i = 5u64;
    let _ = a.crd2idx(i);
}
