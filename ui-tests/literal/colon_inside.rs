// Each mode with its stride, as other tools print it.
use zellige::prelude::*;

pub type A = layout!((64 : 8, 8 : 1));

fn main() {}
