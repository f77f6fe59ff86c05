//! Four stages of a tile are more than the block's memory.
use zellige::contract;
use zellige::prelude::*;

type Stages = layout!((128, 64, 4) : (64, 1, 8192));
const _: () = contract::fits::<Stages, u16>(48 * 1024);

fn main() {}
