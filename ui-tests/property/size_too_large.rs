// Broadcast over 2^65 coordinates: more than a run-time integer can hold.
use zellige::prelude::*;

const SIZE: usize = <layout!((281474976710656, 131072) : (0, 0))>::SIZE;

fn main() {
    let _ = SIZE;
}
