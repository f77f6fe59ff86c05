//! A fragment of a layout that a composition refused: the sentence is that of the composition.
use zellige::{prelude::*, tensor::fragment};

fn main() {
    let tile = layout!((4, 8) : (1, 10));
    let picked = tile.compose(layout!(6 : 1));
    let _ = fragment(0f32, picked);
}
