// The columns are the same elements, however many rows there are.
use zellige::prelude::*;

fn main() {
    let m = 6usize;
    let mut data = vec![0u32; m];
    let mut columns = Tensor::new(&mut data[..], layout!((m, 6) : (1, 0)));
    columns.split_mut((int!(2), int!(3)));
}
