#![recursion_limit = "512"]
use zellige::prelude::*;
use zellige::tensor::fragment;
static DATA: [u8; 4096] = [0; 4096];
#[derive(Copy, Clone)]
#[repr(transparent)]
struct Bytes<const N: usize>([u8; N]);
// SAFETY: 3 bytes, for which every bit pattern is valid.
unsafe impl Plain for Bytes<3> {
    type Bits = int!(24);
}
// SAFETY: as above.
unsafe impl Plain for Bytes<5> {
    type Bits = int!(40);
}
// SAFETY: as above.
unsafe impl Plain for Bytes<6> {
    type Bits = int!(48);
}
fn recast<T: Plain, U: Plain, L: Layout>(layout: L) {
    let data: Vec<T> = Vec::new();
    Tensor::new(&data[..], layout).recast::<U>();
}
