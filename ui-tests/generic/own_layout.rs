// Layouts are `Strided`: the trait is not implemented for a type of the user's own.
use zellige::prelude::*;

pub struct Swizzled;
pub fn size<L: Layout>(l: L) -> usize {
    l.size().usize()
}

fn main() {
    let _ = size(Swizzled);
}
