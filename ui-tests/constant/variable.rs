// A run-time variable in braces.
use zellige::prelude::*;

pub fn tile(m: usize) -> usize {
    layout!(({ m }, 64) : (64, 1)).size().usize()
}

fn main() {}
