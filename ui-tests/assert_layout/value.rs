// A value: the assertion takes types.
use zellige::prelude::*;

fn main() {
    let a = layout!((64, 8) : (8, 1));
    assert_layout!(a == (64, 8) : (8, 1));
}
