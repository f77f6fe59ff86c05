// Rows of 24 bytes.
use zellige::atom::tma::TmaBox;
use zellige::prelude::*;

const _: u32 = TmaBox::<layout!((64, 12) : (12, 1)), int!(16)>::bytes();

fn main() {}
