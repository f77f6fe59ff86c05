// A generic parameter of the enclosing function.
use zellige::{ops::*, prelude::*};

pub fn f<L: Layout>(_: L) {
    assert_layout!(Coalesce<L>);
}

fn main() {}
