// A macro passes on an empty fragment.
use zellige::prelude::*;

macro_rules! number {
    ($visibility:vis,) => {
        int!($visibility)
    };
}
type N = number!(,);

fn main() {}
