// A tile with its 32 rows side by side, but the instruction copies 16 bytes of each row.
use zellige::atom::tmem::{TmemFragment, TmemSfFrg};
use zellige::atom::tmem_copy::SM100_UTCCP_4x32dp128bit;
use zellige::atom::utccp::make_utccp_copy;
use zellige::prelude::*;

type Shape = shape!(((((32, 4), 1), (16, 4)), 1, (1, 1)));
type Tile = Strided<Shape, shape!(((((1, 32), 512), (0, 128)), 0, (4, 512)))>;

fn main() {
    let utccp = <SM100_UTCCP_4x32dp128bit<int!(1)>>::default();
    let copy = make_utccp_copy(utccp, TmemFragment::<Shape, TmemSfFrg>::layout());
    let _ = copy.partition_s(Tile::STATIC);
}
