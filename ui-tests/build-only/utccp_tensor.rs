// A fragment with half of the columns of B on each half of the lanes, but this copy writes all of
// them on every quarter.
use zellige::atom::tmem::{ScaleFactorDuplicated2by2, TmemFragment, TmemSfFrg};
use zellige::atom::tmem_copy::SM100_UTCCP_4x32dp128bit;
use zellige::atom::utccp::make_utccp_copy;
use zellige::prelude::*;

type Sfb = TmemFragment<shape!(((256, (16, 4)), 1, (1, 1))), TmemSfFrg<ScaleFactorDuplicated2by2>>;

fn main() {
    let utccp = <SM100_UTCCP_4x32dp128bit<int!(2)>>::default();
    let _ = make_utccp_copy(utccp, Sfb::layout());
}
