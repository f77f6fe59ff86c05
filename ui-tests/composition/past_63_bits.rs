// 4 does not divide 6, which is not computed where a stride has 65 bits.
use zellige::{integer::Mul, ops::*, prelude::*};

type Stride = Mul<int!(281474976710656), int!(65536)>;
assert_layout!(Compose<Strided<shape!((4, 3)), (int!(1), Stride)>, layout!(6 : 1)>);

fn main() {}
