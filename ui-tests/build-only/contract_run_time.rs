// A contract that is broken, asked for by a kernel as it runs.
use zellige::contract;
use zellige::prelude::*;

fn main() {
    contract::bank_conflict_free::<layout!((32, 1) : (32, 1)), f32>();
}
