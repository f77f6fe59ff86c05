//! Rows of 128 bytes without a swizzle, for ldmatrix.
use zellige::contract;
use zellige::prelude::*;

type Rows = layout!((32, 8) : (64, 1));
const _: () = contract::bank_conflict_free::<Rows, u16>();

fn main() {}
