// A view of a tensor that has returned its memory.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([1, 2, 3, 4].map(Box::new), layout!((2, 2) : (2, 1)));
    let row = a.view().slice((1u32, ..));
    let memory: [Box<i32>; 4] = a.into_inner();
    println!("{} {}", row[0u32], memory[0]);
}
