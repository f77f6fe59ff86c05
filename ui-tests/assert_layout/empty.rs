// Nothing to assert.
use zellige::prelude::*;

assert_layout!();

fn main() {}
