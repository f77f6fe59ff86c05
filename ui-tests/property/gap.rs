// A layout of threads has to number them without gaps.
use zellige::prelude::*;

fn threads<L: Bijective>(_: L) {}

fn main() {
    threads(layout!((8, 4) : (5, 1)));
}
