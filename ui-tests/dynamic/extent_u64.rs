// Sizes of a file or a shader are often `u64`; the use of the layout is not part of the error.
use zellige::prelude::*;

fn main() {
    let rows = 4u64;
    let a = layout!((rows, 6) : (6, 1));
    println!("{}", a.crd2idx((1u32, 2u32)));
}
