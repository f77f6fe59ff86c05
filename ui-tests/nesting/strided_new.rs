// Mode 1 of the shape is a pair, its stride one integer.
use zellige::prelude::*;

fn main() {
    let _ = Strided::new((int!(8), (int!(4), int!(2))), (int!(1), int!(8)));
}
