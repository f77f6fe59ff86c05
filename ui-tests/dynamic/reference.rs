// A reference to an extent.
use zellige::prelude::*;

fn main() {
    let sizes = [100u32, 64];
    for m in &sizes {
        let _ = layout!((m, 64) : (64, 1));
    }
}
