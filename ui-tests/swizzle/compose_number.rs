// A swizzle is applied to a number, and composed with a layout.
use zellige::prelude::*;

fn main() {
    let _ = Swizzle::<3, 4, 3>::new().compose(8u32);
}
