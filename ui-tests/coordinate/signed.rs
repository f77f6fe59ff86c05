// A loop variable of type `i32`.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    for i in 0..8 {
        let _ = a.crd2idx((1u32, i));
    }
}
