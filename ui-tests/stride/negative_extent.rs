// A shape of negative integers.
use zellige::prelude::*;
use zellige::stride::Negative;

assert_layout!(Strided<(Negative<Int<4>>, Int<8>), (Int<1>, Int<4>)>);

fn main() {}
