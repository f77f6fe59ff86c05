// Elements of another width, for a tensor that runs backwards.
use zellige::prelude::*;

fn main() {
    let data = [0u32; 8];
    let a = Tensor::new_at(&data, layout!((2, 4) : (-4, 1)), 4);
    println!("{}", a.recast::<u16>().size());
}
