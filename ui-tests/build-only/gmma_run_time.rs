// A descriptor that does not exist, requested at run time.
use zellige::atom::gmma::GmmaDescriptor;
use zellige::prelude::*;

fn main() {
    println!("{}", GmmaDescriptor::<layout!((64, 16) : (24, 1)), int!(16)>::zero());
}
