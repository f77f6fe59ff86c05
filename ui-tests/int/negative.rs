// A negative number.
use zellige::prelude::*;

pub type N = int!(-3);

fn main() {}
