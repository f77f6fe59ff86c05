// A tile of a fraction.
use zellige::prelude::*;
use zellige::tuple::compare::evenly_divides;

fn main() {
    evenly_divides(shape!((4, 4)), (int!(2), 2.0));
}
