// Nothing at all.
use zellige::prelude::*;

pub type N = int!();

fn main() {}
