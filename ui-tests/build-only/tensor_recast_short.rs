// Three elements of six bytes end in the middle of an element of four bytes.
use zellige::prelude::*;

#[derive(Copy, Clone)]
struct Pixel([u16; 3]);
// SAFETY: 48 bits, for which every pattern is a value.
unsafe impl Plain for Pixel {
    type Bits = int!(48);
}

fn main() {
    let pixels = [Pixel([0; 3]); 3];
    let _ = Tensor::new(&pixels, layout!(3 : 1)).recast::<u32>();
}
