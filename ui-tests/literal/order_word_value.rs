// `rows` is not an order: rustc looks for a value of this name.
use zellige::prelude::*;

fn main() {
    let _ = layout!((64, 8) : rows);
}
