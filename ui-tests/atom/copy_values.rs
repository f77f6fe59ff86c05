// Vectors of 8 elements, where each thread has 4.
use zellige::atom::*;
use zellige::prelude::*;

type Atom = CopyAtom<copy::UniversalCopy<int!(128)>, int!(16)>;
type Copy = MakeTiledCopy<Atom, layout!((32, 4)), layout!((4, 1))>;

assert_layout!(CopyLayoutTv<Copy, Destination>);

fn main() {}
