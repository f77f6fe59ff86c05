//! There is no access of 32 bytes.
use zellige::contract;
use zellige::prelude::*;

type Rows = layout!((32, 8) : (8, 1));
const _: () = contract::vectors::<Rows, f32>();

fn main() {}
