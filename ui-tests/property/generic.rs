// In generic code the property has to be a bound.
use zellige::prelude::*;

fn elements<L: Injective>(_: L) {}
fn all<L: Layout>(l: L) {
    elements(l);
}

fn main() {
    all(layout!((4, 8) : (8, 1)));
}
