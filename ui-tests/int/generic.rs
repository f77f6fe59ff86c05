// A generic parameter in a constant expression.
use zellige::prelude::*;

pub fn f<const N: usize>() {
    let _ = int!({ N + 1 });
}

fn main() {}
