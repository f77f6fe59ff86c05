// The shape of the whole accumulator, not divided into instructions.
use zellige::atom::tmem::{TmemFragment, TmemFrg1sm};
use zellige::prelude::*;

type Accumulator = TmemFragment<shape!((128, 256)), TmemFrg1sm<int!(32)>>;
const _: u32 = Accumulator::columns();

fn main() {}
