// An access that runs backwards.
use zellige::contract;
use zellige::prelude::*;

type Access = layout!((32, 1) : (-1, 1));
const _: () = contract::bank_conflict_free::<Access, f32>();

fn main() {}
