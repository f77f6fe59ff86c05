// A number with a type.
use zellige::prelude::*;

pub type N = int!(8u32);

fn main() {}
