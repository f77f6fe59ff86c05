// A box with more rows than one copy transfers.
use zellige::atom::tma::TmaBox;
use zellige::prelude::*;

const _: u32 = TmaBox::<layout!((512, 32) : (32, 1)), int!(16)>::bytes();

fn main() {}
