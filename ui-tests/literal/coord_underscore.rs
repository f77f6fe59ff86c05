// A whole mode, as CuTe writes it.
use zellige::prelude::*;

fn main() {
    let _ = layout!((8, 6) : (6, 1)).slice(coord!((1, _)));
}
