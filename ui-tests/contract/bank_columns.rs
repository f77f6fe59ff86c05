//! The columns of a tile without swizzle or padding: every element is in the same bank.
use zellige::contract;
use zellige::ops::*;
use zellige::prelude::*;

type Tile = layout!((32, 32) : (32, 1));
type Column = Compose<Tile, layout!((32, 1) : (1, 1))>;
const _: () = contract::bank_conflict_free::<Column, f32>();

fn main() {}
