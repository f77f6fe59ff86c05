// Two threads with the same number: both would write the same elements.
use zellige::prelude::*;

fn main() {
    let mut a = Tensor::new([0; 48], layout!((8, 6) : (6, 1)));
    for mut mine in a.partition_mut(layout!((4, 2) : (1, 0))) {
        mine.fill(1);
    }
}
