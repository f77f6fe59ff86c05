// 2^65 different offsets, each reached by two coordinates.
use zellige::prelude::*;

const DISTINCT: usize = <layout!((281474976710656, 131072, 2) : (1, 281474976710656, 0))>::IMAGE_SIZE;

fn main() {
    let _ = DISTINCT;
}
