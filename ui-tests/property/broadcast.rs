// A broadcast has a mode of stride 0: all its coordinates share an element.
use zellige::prelude::*;

fn elements<L: Injective>(_: L) {}

fn main() {
    elements(layout!((4, 8) : (1, 0)));
}
