// A number is not a function of offsets.
use zellige::prelude::*;

fn main() {
    let _ = ComposedLayout::new(int!(3), int!(0), layout!((8, 64) : (64, 1)));
}
