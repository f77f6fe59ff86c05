// A tuple is `coord!` or `shape!`.
use zellige::prelude::*;

pub type C = int!((3, 5));

fn main() {}
