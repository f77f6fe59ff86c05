// Its swizzle moves bits past the 32 bits of the coordinate.
use zellige::prelude::*;

fn main() {
    let a = layout!(Sw<2, 20, -11> o 0 o (1048576, 4) : (1, 1048576));
    println!("{}", a.crd2idx((0u32, 3u32)));
}
