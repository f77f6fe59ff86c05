// 32 rows: only two CTAs, and instructions that keep B in place, have so few.
use zellige::atom::tmem::{TmemFragment, TmemFrg1sm};
use zellige::prelude::*;

type Accumulator = TmemFragment<shape!(((32, 64), 1, 1)), TmemFrg1sm<int!(32)>>;
const _: u32 = Accumulator::allocation();

fn main() {}
