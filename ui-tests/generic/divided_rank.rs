// A zipped divide has two modes: three coordinates are one too many.
use zellige::prelude::*;

pub fn at<L: Layout, T: TilerFor<L>>(l: L, t: T) -> usize {
    let z = l.zipped_divide(t);
    z.crd2idx((1u32, 2u32, 3u32)).usize()
}

fn main() {}
