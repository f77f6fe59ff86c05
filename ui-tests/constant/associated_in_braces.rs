// The constant of a generic configuration in braces.
use zellige::prelude::*;

pub trait Config {
    const BM: usize;
}

pub fn tile<C: Config>() -> usize {
    layout!(({ C::BM }, 64) : (64, 1)).size().usize()
}

fn main() {}
