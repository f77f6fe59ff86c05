// Eleven modes at one level.
use zellige::prelude::*;

pub type A = layout!((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));

fn main() {}
