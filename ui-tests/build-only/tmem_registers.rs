// 256 registers a thread, for a row of 256 columns; there are loads of 128.
use zellige::atom::tmem_copy::{SM100_TMEM_LOAD_32dp32b, make_tmem_copy};
use zellige::atom::CopyAtom;
use zellige::prelude::*;

fn main() {
    let load = CopyAtom::<SM100_TMEM_LOAD_32dp32b<int!(256)>, int!(32)>::default();
    let _ = make_tmem_copy(load, layout!((128, 256) : (65536, 1)));
}
