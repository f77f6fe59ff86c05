// More than 2^32 elements with 32-bit coordinates.
use zellige::prelude::*;

fn main() {
    let a = layout!((65536, 65537) : (65537, 1));
    println!("{}", a.crd2idx((65535u32, 65536u32)));
}
