// A const parameter by name.
use zellige::prelude::*;

pub fn tile<const BM: usize>() -> usize {
    layout!((BM, 64) : (64, 1)).size().usize()
}

fn main() {}
