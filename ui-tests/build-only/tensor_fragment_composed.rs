// The outer function of a fragment's layout runs backwards: the offsets are -3 to 8.
use zellige::prelude::*;
use zellige::tensor::fragment;

fn main() {
    type Backwards = ComposedLayout<layout!((4, 2) : (-1, 8)), int!(0), layout!((4, 2) : (1, 4))>;
    let _ = fragment(0, Backwards::STATIC);
}
