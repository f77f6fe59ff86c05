//! Rows padded by 4 elements of 2 bytes: every second row begins in the middle of 16 bytes.
use zellige::contract;
use zellige::prelude::*;

type Rows = layout!((32, 8) : (68, 1));
const _: () = contract::vectors::<Rows, u16>();

fn main() {}
