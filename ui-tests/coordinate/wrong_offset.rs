// The offset of (3,5,2) is 229, not 230.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 16, 4) : (64, 1, 16));
    let offset: int!(230) = a.crd2idx((int!(3), int!(5), int!(2)));
    println!("{offset:?}");
}
