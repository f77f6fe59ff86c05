// Broadcast over 2^65 coordinates: more than a number of the program holds.
use zellige::prelude::*;

const SIZE: usize = <layout!((281474976710656, 131072) : (0, 0))>::SIZE;

fn main() {
    let _ = SIZE;
}
