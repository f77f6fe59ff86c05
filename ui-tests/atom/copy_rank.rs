// A vector, copied by a tile of two modes.
use zellige::atom::*;
use zellige::prelude::*;

fn main() {
    type Atom = CopyAtom<copy::UniversalCopy<int!(128)>, int!(16)>;
    let copy = make_tiled_copy(Atom::default(), layout!((32, 4) : (4, 1)), layout!((1, 8)));
    let _ = copy.get_slice(0u32).partition_s(layout!(1024 : 1));
}
