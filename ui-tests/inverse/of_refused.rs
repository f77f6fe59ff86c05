// There is no right inverse of a refused layout.
use zellige::{ops::*, prelude::*};

assert_layout!(RightInverse<Compose<layout!((4, 8) : (1, 10)), layout!(6 : 1)>>);

fn main() {}
