// 2^48 + 1.
use zellige::prelude::*;

pub type N = int!(281474976710657);

fn main() {}
