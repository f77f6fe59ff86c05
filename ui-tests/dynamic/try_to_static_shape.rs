// A deserialized layout as a shape: the target is a layout.
use zellige::prelude::*;

fn main() {
    let read = layout!((8, 4) : (4, 1)).to_dynamic();
    let _ = read.try_to_static::<shape!((8, 4))>();
}
