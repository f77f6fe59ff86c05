// Layouts are `Strided`: the trait is not implemented for a user-defined type.
use zellige::prelude::*;

pub struct Swizzled;
pub fn size<L: Layout>(l: L) -> usize {
    l.size().usize()
}

fn main() {
    let _ = size(Swizzled);
}
