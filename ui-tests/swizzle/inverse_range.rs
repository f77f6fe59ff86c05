// The swizzle maps offset 1 to 9, which the layout does not reach.
use zellige::{ops::*, prelude::*};

type Vector = Swizzled<Swizzle<2, 0, -3>, layout!(8 : 1)>;
assert_layout!(RightInverse<Vector>);

fn main() {}
