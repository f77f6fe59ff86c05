// `rows` is no order: a value named so is looked for.
use zellige::prelude::*;

fn main() {
    let _ = layout!((64, 8) : rows);
}
