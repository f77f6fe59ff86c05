// A run-time variable.
use zellige::prelude::*;

fn main() {
    let m = 64usize;
    let _ = int!(m);
}
