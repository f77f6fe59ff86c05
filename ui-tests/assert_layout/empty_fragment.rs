// A macro hands on a fragment that is empty.
use zellige::prelude::*;

macro_rules! check {
    ($visibility:vis,) => {
        assert_layout!($visibility);
    };
}
check!(,);

fn main() {}
