// A float.
use zellige::prelude::*;

pub type N = int!(1.5);

fn main() {}
