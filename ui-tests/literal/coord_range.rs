// A part of a mode as coordinate.
use zellige::prelude::*;

pub type C = coord!((3, 1..4));

fn main() {}
