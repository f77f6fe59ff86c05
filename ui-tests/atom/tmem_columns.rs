// Four accumulators of 128 x 256 words: twice what tensor memory has.
use zellige::atom::tmem::{TmemFragment, TmemFrg1sm};
use zellige::prelude::*;

type Accumulators = TmemFragment<shape!(((128, 256), 2, 2)), TmemFrg1sm<int!(32)>>;
const _: u32 = Accumulators::columns();

fn main() {}
