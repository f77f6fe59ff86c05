// Tiles of 4 from columns of 6.
use zellige::prelude::*;

fn main() {
    let a = layout!((6, 4) : (4, 1));
    println!("{}", a.logical_divide(int!(4)));
}
