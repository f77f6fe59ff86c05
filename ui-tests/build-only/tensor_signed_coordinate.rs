// A signed coordinate: offsets would be computed in its 32 bits.
use zellige::prelude::*;
use zellige::stride::Signed;

fn main() {
    let a = Tensor::new([0u8; 16], layout!((4, 4) : (4, 1)));
    let _ = a.get((Signed::new(1i32), 2u32));
}
