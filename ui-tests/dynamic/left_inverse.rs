// Run-time strides cannot be sorted by the compiler.
use zellige::{ops::*, prelude::*};

assert_layout!(LeftInverse<Strided<(Int<4>, Int<8>), (u32, Int<1>)>>);

fn main() {}
