// Rows of 7 numbers of 16 bits, recast to numbers of 32 bits.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(RecastLayout<layout!((4, 9, 7) : (63, 7, 1)), Int<16>, Int<32>>);

fn main() {}
