// A swizzle for elements 0 times as wide.
use zellige::{ops::*, prelude::*};

assert_layout!(Upcast<layout!(Sw<3, 4, 3> o 0 o (8, 64) : (64, 1)), int!(0)>);

fn main() {}
