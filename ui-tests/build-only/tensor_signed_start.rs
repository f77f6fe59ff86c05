// A swizzled tensor that begins somewhere before its memory, or after.
use zellige::prelude::*;
use zellige::stride::Signed;

fn main() {
    let start = Signed::new(-4isize);
    let layout = ComposedLayout::new(Swizzle::<1, 0, 2>::new(), start, layout!(8 : 1));
    let _ = Tensor::new(&[0; 8], layout);
}
