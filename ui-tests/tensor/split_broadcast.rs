// All columns of a broadcast are the same elements: tiles side by side would share them.
use zellige::prelude::*;

fn main() {
    let mut data = [0; 8];
    let mut a = Tensor::new(&mut data, layout!((8, 6) : (1, 0)));
    for mut tile in a.split_mut((int!(4), int!(3))) {
        tile.fill(1);
    }
}
