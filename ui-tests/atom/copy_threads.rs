// ldmatrix with 16 threads.
use zellige::atom::*;
use zellige::prelude::*;

type Atom = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
type Copy = MakeTiledCopy<Atom, layout!((16, 1)), layout!((1, 8))>;

assert_layout!(CopyPartitioned<Copy, Source, layout!((64, 64))>);

fn main() {}
