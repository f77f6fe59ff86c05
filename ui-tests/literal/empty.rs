// An empty input.
use zellige::prelude::*;

pub type A = layout!();

fn main() {}
