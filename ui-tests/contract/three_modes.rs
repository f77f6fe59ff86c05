// Two modes of threads beside the values: they should be one mode.
use zellige::contract;
use zellige::prelude::*;

type Access = layout!((4, 8, 4) : (32, 4, 1));
const _: () = contract::bank_conflict_free::<Access, f32>();

fn main() {}
