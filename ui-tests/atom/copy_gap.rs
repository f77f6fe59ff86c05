// Threads numbered 0, 8, 16, ...: 1 to 7 have no element.
use zellige::atom::*;
use zellige::prelude::*;

type Atom = CopyAtom<copy::UniversalCopy<int!(16)>, int!(16)>;
type Copy = MakeTiledCopy<Atom, layout!((32, 4) : (8, 1)), layout!((1, 1))>;

assert_layout!(<Copy as CopyTiling>::LayoutTv);

fn main() {}
