// A fragment that runs backwards would begin before its memory.
use zellige::prelude::*;
use zellige::tensor::fragment;

fn main() {
    let _ = fragment(0, layout!((4, 2) : (-1, 4)));
}
