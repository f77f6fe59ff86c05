// Run-time strides cannot be sorted by the compiler.
use zellige::{ops::*, prelude::*};

assert_layout!(Complement<Strided<(Int<4>, Int<8>), (u32, Int<1>)>, int!(64)>);

fn main() {}
