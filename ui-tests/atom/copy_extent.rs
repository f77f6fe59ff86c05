// Rows of 40 elements in tiles of 32.
use zellige::atom::*;
use zellige::prelude::*;

type Atom = CopyAtom<copy::UniversalCopy<int!(128)>, int!(16)>;
type Copy = MakeTiledCopy<Atom, layout!((32, 4) : (4, 1)), layout!((1, 8))>;

assert_layout!(CopyPartitioned<Copy, Source, layout!((64, 40) : (40, 1))>);

fn main() {}
