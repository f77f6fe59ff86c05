// A negative coordinate.
use zellige::prelude::*;

pub type C = coord!((3, -1));

fn main() {}
