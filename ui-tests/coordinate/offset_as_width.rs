// Offsets are computed in u32 or usize.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 16) : (16, 1));
    let _ = a.offset_as::<u64>((0usize, 1usize));
}
