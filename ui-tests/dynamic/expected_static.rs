// A run-time extent is not a static one.
use zellige::prelude::*;

assert_layout!(Strided<(u32, Int<8>), (Int<8>, Int<1>)> == (64, 8) : (8, 1));

fn main() {}
