// Without the bound `Layout` there are no operations.
use zellige::prelude::*;

pub fn flat<L>(l: L) {
    l.coalesce();
}

fn main() {}
