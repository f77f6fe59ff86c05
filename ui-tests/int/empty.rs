// An empty input.
use zellige::prelude::*;

pub type N = int!();

fn main() {}
