// An offset of 2^94.
use zellige::prelude::*;

type Far = layout!((4, 281474976710656) : (1, 281474976710656));
const OFFSET: usize = Far::offset(coord!((0, 70368744177664)));

fn main() {
    let _ = OFFSET;
}
