// A box that does not exist, asked for by a program that runs.
use zellige::atom::tma::TmaBox;
use zellige::prelude::*;

fn main() {
    println!("{}", TmaBox::<layout!((512, 16) : (16, 1)), int!(16)>::outer());
}
