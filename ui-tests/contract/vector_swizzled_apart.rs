//! The base of the swizzle is smaller than the vector: its first value moves into its middle.
use zellige::contract;
use zellige::prelude::*;

type Rows = layout!(Sw<3, 1, 3> o 0 o (8, 8) : (8, 1));
const _: () = contract::vectors::<Rows, u16>();

fn main() {}
