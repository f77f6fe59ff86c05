// A tuple without its parentheses.
use zellige::prelude::*;

pub type C = int!(3, 5);

fn main() {}
