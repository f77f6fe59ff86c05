// Three extents, two strides.
use zellige::prelude::*;

fn main() {
    let _ = Strided::new((int!(8), int!(4), int!(2)), (int!(4), int!(1)));
}
