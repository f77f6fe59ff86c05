// A run-time offset in a type.
use zellige::prelude::*;

pub fn tile(start: u32) -> layout!(Sw<3, 4, 3> o start o (8, 64) : (64, 1)) {
    layout!(Sw<3, 4, 3> o start o (8, 64) : (64, 1))
}

fn main() {}
