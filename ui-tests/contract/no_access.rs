//! A mode of values is missing.
use zellige::contract;
use zellige::prelude::*;

const _: () = contract::bank_conflict_free::<layout!(32 : 1), f32>();

fn main() {}
