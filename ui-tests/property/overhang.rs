// Columns 8 to 11 of the third tile are at the beginning of the next row.
use zellige::prelude::*;

fn tiles<L: Disjoint>(_: L) {}

fn main() {
    tiles(layout!((8, 10) : (10, 1)).zipped_divide((int!(8), int!(4))));
}
