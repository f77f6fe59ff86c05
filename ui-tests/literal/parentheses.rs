// A number in parentheses is not a tuple.
use zellige::prelude::*;

pub type A = layout!((64) : (1,));

fn main() {}
