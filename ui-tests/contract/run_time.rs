//! The stride of the threads is known at run time only.
use zellige::contract;
use zellige::prelude::*;

const _: () = contract::bank_conflict_free::<Strided<(int!(32), int!(1)), (u32, int!(1))>, f32>();

fn main() {}
