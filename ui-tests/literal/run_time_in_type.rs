// A run-time extent is not allowed in a type.
use zellige::prelude::*;

pub fn f(m: u32) {
    let _: layout!((m, 8) : (8, 1)) = layout!((m, 8) : (8, 1));
}

fn main() {}
