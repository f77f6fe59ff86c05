// Static coordinates, one too many.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    let _ = a.crd2idx(coord!((7, 2, 0)));
}
