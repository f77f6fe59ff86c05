// An empty `shape!`.
use zellige::prelude::*;

pub type S = shape!();

fn main() {}
