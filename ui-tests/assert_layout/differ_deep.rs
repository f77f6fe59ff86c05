// Nested layouts that differ in one number.
use zellige::prelude::*;

assert_layout!(layout!(((2, 4), (3, 5)) : ((3, 6), (1, 24))) == ((2, 4), (3, 5)) : ((3, 6), (1, 25)));

fn main() {}
