// A constant expression that panics, and a name for it.
use zellige::prelude::*;

const fn checked(n: usize) -> usize {
    assert!(n % 16 == 0, "tiles have multiples of 16 rows");
    n
}
const BM: usize = checked(24);

fn main() {
    let _ = layout!(({ BM }, 64) : (64, 1));
}
