// A shift past all bits.
use zellige::prelude::*;

pub const OFFSET: u32 = 0;

fn main() {
    let swizzle = Swizzle::<3, 4, 30>::new();
    let _ = swizzle.apply(OFFSET);
}
