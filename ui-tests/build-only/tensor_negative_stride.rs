//! A tensor over negative strides would reach elements before the first.
use zellige::prelude::*;

fn main() {
    let data = [0f32; 32];
    let _ = Tensor::new(&data[..], layout!((8, 4) : (-4, 1)));
}
