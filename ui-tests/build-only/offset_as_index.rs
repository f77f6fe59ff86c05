// One element, but 2^33 indices of it: they do not fit in 32 bits.
use zellige::prelude::*;

fn main() {
    let a = layout!(8589934592 : 0);
    let _ = a.offset_as::<u32>(7usize);
}
