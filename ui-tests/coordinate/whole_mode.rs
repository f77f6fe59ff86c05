// `..` is for `slice`, not for `crd2idx`.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    let _ = a.crd2idx((1u32, ..));
}
