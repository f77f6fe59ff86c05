// `shape!` of nothing.
use zellige::prelude::*;

pub type S = shape!();

fn main() {}
