//! An access that reaches past 2^48 elements.
use zellige::contract;
use zellige::prelude::*;

const _: () = contract::bank_conflict_free::<layout!((2, 1) : (281474976710656, 1)), f32>();

fn main() {}
