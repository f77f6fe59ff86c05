// An accumulator of 64 rows has 16 lanes of each quarter, but this load takes 32.
use zellige::atom::tmem::{TmemFragment, TmemFrg1sm};
use zellige::atom::tmem_copy::{SM100_TMEM_LOAD_32dp32b, make_tmem_copy};
use zellige::atom::CopyAtom;
use zellige::prelude::*;

type Accumulator = TmemFragment<shape!(((64, 64), 1, 1)), TmemFrg1sm<int!(32)>>;
type Load = CopyAtom<SM100_TMEM_LOAD_32dp32b<int!(8)>, int!(32)>;

fn main() {
    let _ = make_tmem_copy(Load::default(), Accumulator::layout().get(int!(0)));
}
