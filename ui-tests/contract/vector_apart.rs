//! The values of a thread are in a column.
use zellige::contract;
use zellige::prelude::*;

type Columns = layout!((32, 4) : (1, 32));
const _: () = contract::vectors::<Columns, f32>();

fn main() {}
