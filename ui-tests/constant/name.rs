// Constants by name, which would be known only at run time.
use zellige::prelude::*;

const BM: usize = 128;
const BN: usize = 64;

fn main() {
    let _ = layout!((BM, BN) : (BN, 1));
}
