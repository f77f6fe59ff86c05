//! A padding and a swizzle undo each other: either alone is enough.
use zellige::contract;
use zellige::prelude::*;

type Column = layout!(Sw<5, 0, 5> o 0 o (32, 1) : (33, 1));
const _: () = contract::bank_conflict_free::<Column, f32>();

fn main() {}
