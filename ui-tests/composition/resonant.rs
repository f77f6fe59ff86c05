// The strides of A cancel by accident, which only a scan of all values could detect.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((4, 2, 8) : (1, 5, 9)), layout!(6 : 3)>);

fn main() {}
