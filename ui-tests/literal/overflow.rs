// A stride past 2^48.
use zellige::prelude::*;

pub type A = layout!((64, 99999999999999999999) : (1, 64));

fn main() {}
