// A 64-bit offset where 32 bits were declared.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    let i = 5usize;
    let offset: u32 = a.crd2idx((i, 1u32));
    println!("{offset}");
}
