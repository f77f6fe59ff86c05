// Each mode with its stride, as in printed notation of other tools.
use zellige::prelude::*;

pub type A = layout!((64 : 8, 8 : 1));

fn main() {}
