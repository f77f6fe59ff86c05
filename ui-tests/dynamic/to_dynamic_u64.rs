// All integers as u64: run-time integers of a layout are u32 or usize.
use zellige::prelude::*;

fn main() {
    let _ = layout!((8, 4) : (4, 1)).to_dynamic_as::<u64>();
}
