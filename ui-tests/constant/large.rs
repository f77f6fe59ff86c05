// A constant past 2^48.
use zellige::prelude::*;

const BM: usize = 1 << 30;

fn main() {
    let _ = layout!(({ BM * BM }, 64) : (64, 1));
}
