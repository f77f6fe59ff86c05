// The outer function of a tensor's layout can only be a swizzle.
use zellige::prelude::*;

fn main() {
    let layout = ComposedLayout::new(layout!((2, 2) : (1, 4)), int!(0), layout!(4 : 1));
    let _ = Tensor::new([0; 8], layout);
}
