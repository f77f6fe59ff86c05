// A swizzled layout is not a sum of strides.
use zellige::prelude::*;

fn main() {
    let a = layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1));
    println!("{:?}", a.stride());
}
