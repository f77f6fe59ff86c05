// A swizzle whose bits overlap, applied to an offset.
use zellige::prelude::*;

fn main() {
    println!("{}", Swizzle::<3, 4, 2>::new().apply(5u32));
}
