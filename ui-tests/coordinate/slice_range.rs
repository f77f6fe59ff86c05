// A part of a mode: a slice keeps the whole mode or picks one coordinate.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    let _ = a.slice((0u32..4, 2u32));
}
