// `shape!` takes no stride.
use zellige::prelude::*;

pub type S = shape!((64, 8) : (8, 1));

fn main() {}
