//! An access by more threads than any machine has.
use zellige::contract;
use zellige::prelude::*;

const _: () = contract::vectors::<layout!((65537, 1) : (1, 1)), f32>();

fn main() {}
