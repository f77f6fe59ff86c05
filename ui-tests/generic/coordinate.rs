// Any coordinate for any layout: it must be bound to fit.
use zellige::prelude::*;

pub fn at<L: Layout, C: Coord>(l: L, c: C) -> usize {
    l.crd2idx(c).usize()
}

fn main() {}
