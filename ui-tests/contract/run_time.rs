//! The stride of the threads is known only at run time.
use zellige::contract;
use zellige::prelude::*;

const _: () = contract::bank_conflict_free::<Strided<(int!(32), int!(1)), (u32, int!(1))>, f32>();

fn main() {}
