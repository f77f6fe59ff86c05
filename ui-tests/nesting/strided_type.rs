// The type of a layout whose stride has another nesting.
use zellige::prelude::*;

assert_layout!(Strided<shape!((8, (4, 2))), shape!((1, 8))>);

fn main() {}
