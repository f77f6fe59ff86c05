// A macro passes on an empty fragment.
use zellige::prelude::*;

macro_rules! check {
    ($visibility:vis,) => {
        assert_layout!($visibility);
    };
}
check!(,);

fn main() {}
