// A negative offset where an index is needed.
use zellige::prelude::*;

type A = layout!((4, 8) : (-8, 1));
const OFFSET: usize = A::offset((int!(2), int!(3)));

fn main() {
    let _ = OFFSET;
}
