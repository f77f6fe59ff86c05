//! The bits in which the threads differ are not a run, so no single swizzle moves all to the banks.
use zellige::contract;
use zellige::prelude::*;

type Corners = layout!(((8, 4), 1) : ((32, 1024), 1));
const _: () = contract::bank_conflict_free::<Corners, f32>();

fn main() {}
