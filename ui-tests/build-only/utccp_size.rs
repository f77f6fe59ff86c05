// A tile of B's 256 columns for a fragment of 128 rows.
use zellige::atom::tmem::{TmemFragment, TmemSfFrg};
use zellige::atom::tmem_copy::SM100_UTCCP_4x32dp128bit;
use zellige::atom::utccp::make_utccp_copy;
use zellige::prelude::*;

type Sfa = TmemFragment<shape!(((128, (32, 1)), 1, (4, 2))), TmemSfFrg>;
type Shape = shape!(((((32, 4), 2), (32, 1)), 1, (4, 2)));
type Sfb = Strided<Shape, shape!(((((16, 4), 512), (0, 1)), 0, (1, 1024)))>;

fn main() {
    let utccp = <SM100_UTCCP_4x32dp128bit<int!(1)>>::default();
    let _ = make_utccp_copy(utccp, Sfa::layout()).partition_s(Sfb::STATIC);
}
