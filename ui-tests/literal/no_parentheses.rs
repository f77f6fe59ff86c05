// A shape of several modes is one tuple.
use zellige::prelude::*;

pub type A = layout!(64, 8);

fn main() {}
