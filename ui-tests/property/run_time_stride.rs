// Rows of a run-time length: it is not known whether two of them overlap.
use zellige::prelude::*;

fn elements<L: Injective>(_: L) {}

fn main() {
    let n = 64u32;
    elements(layout!((8, n) : (n, 1)));
}
