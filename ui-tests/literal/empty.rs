// Nothing at all.
use zellige::prelude::*;

pub type A = layout!();

fn main() {}
