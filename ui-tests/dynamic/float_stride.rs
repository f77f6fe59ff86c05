// A float as stride.
use zellige::prelude::*;

fn main() {
    let pitch = 64.0;
    let _ = layout!((100u32, 64) : (pitch, 1));
}
