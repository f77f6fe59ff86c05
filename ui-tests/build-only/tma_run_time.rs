// A box that does not exist, requested at run time.
use zellige::atom::tma::TmaBox;
use zellige::prelude::*;

fn main() {
    println!("{}", TmaBox::<layout!((512, 16) : (16, 1)), int!(16)>::outer());
}
