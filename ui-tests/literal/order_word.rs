// `major` is not an order: use `row` or `col`.
use zellige::prelude::*;

pub type A = layout!((64, 8) : major);

fn main() {}
