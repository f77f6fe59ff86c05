// A macro hands on a fragment that is empty.
use zellige::prelude::*;

macro_rules! number {
    ($visibility:vis,) => {
        int!($visibility)
    };
}
type N = number!(,);

fn main() {}
