// Pitches beyond 32 bits are printed as decimal numbers, too.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((1048576, 4096) : (1, 1099511627776)), layout!(1572864 : 1)>);

fn main() {}
