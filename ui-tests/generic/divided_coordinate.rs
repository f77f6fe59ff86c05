// The coordinate of a zipped divide must be bound to fit it.
use zellige::prelude::*;

pub fn at<L: Layout, T: TilerFor<L>, C: CoordFor<L>>(l: L, t: T, c: C) -> usize {
    l.zipped_divide(t).crd2idx(c).usize()
}

fn main() {}
