// Threads with a run-time extent: the tile of a copy is static.
use zellige::{atom::*, prelude::*};

type Atom = CopyAtom<copy::UniversalCopy<int!(128)>, int!(16)>;

fn main() {
    let rows = 32u32;
    let _ = make_tiled_copy(Atom::default(), layout!((rows, 4) : (4, 1)), layout!((1, 8)));
}
