// More than 2^32 elements: the last offsets do not fit in 32 bits.
use zellige::prelude::*;

fn main() {
    let a = layout!((65536, 65537) : (65537, 1));
    let _ = a.offset_as::<u32>((0usize, 1usize));
}
