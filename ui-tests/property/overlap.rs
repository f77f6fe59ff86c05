// Windows of 4 at every second element overlap.
use zellige::prelude::*;

fn tiles<L: Disjoint>(_: L) {}

fn main() {
    tiles(layout!((4, 8) : (1, 2)));
}
