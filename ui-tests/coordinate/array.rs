// An array as coordinate: it must be a tuple.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    let _ = a.crd2idx([1u32, 2u32]);
}
