// A macro passes on an empty fragment as an extent.
use zellige::prelude::*;

macro_rules! rows {
    ($visibility:vis,) => {
        layout!((8, $visibility) : (1, 8))
    };
}
type L = rows!(,);

fn main() {}
