//! The base of the swizzle is smaller than the vector, but without a swizzle the rows collide.
use zellige::contract;
use zellige::prelude::*;

type Rows = layout!(Sw<3, 2, 4> o 0 o (32, 8) : (64, 1));
const _: () = contract::bank_conflict_free::<Rows, u16>();

fn main() {}
