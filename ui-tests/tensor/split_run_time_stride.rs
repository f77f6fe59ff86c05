// Rows of a run-time length: nothing is known about two of them.
use zellige::prelude::*;

fn main() {
    let (n, mut data) = (6u32, [0; 48]);
    let mut a = Tensor::new(&mut data, layout!((8, n) : (n, 1)));
    for mut tile in a.split_mut((int!(4), ..)) {
        tile.fill(1);
    }
}
