// A product takes tensors of two modes.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0.0; 8], layout!((2, 2, 2) : (4, 2, 1)));
    let b = Tensor::new([0.0; 8], layout!((2, 4) : (4, 1)));
    let mut c = Tensor::new([0.0; 4], layout!((2, 2) : (2, 1)));
    c.gemm(&a, &b);
}
