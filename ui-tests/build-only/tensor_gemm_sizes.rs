// The two K differ: b has to be N by K.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0.0; 8], layout!((2, 4) : (4, 1)));
    let b = Tensor::new([0.0; 12], layout!((4, 3) : (3, 1)));
    let mut c = Tensor::new([0.0; 8], layout!((2, 4) : (4, 1)));
    c.gemm(&a, &b);
}
