// A point where an index is needed.
use zellige::construct::make_identity_layout;
use zellige::prelude::*;

fn main() {
    let _ = make_identity_layout(shape!((4, 8))).crd2idx((1u32, 2u32)).usize();
}
