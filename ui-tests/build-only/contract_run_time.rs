// A broken contract, checked by a kernel at run time.
use zellige::contract;
use zellige::prelude::*;

fn main() {
    contract::bank_conflict_free::<layout!((32, 1) : (32, 1)), f32>();
}
