// A fragment has as many elements as its type says.
use zellige::prelude::*;
use zellige::tensor::fragment;

fn main() {
    let n = 4u32;
    let _ = fragment(0.0, layout!((n, 4) : (4, 1)));
}
