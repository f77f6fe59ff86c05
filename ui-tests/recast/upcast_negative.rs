// A layout that steps backwards, one element at a time, and would meet pairs from their ends.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(Upcast<layout!((8, 4) : (-1, 8)), int!(2)>);

fn main() {}
