//! A swizzle of two bits where eight rows need three.
use zellige::contract;
use zellige::prelude::*;

type Rows = layout!(Sw<2, 3, 3> o 0 o (8, 8) : (64, 1));
const _: () = contract::bank_conflict_free::<Rows, u16>();

fn main() {}
