// A thread has every second byte: the other half of each word belongs to another thread.
use zellige::prelude::*;

fn main() {
    let mut a = Tensor::new([0u8; 24], layout!((2, 12) : (1, 2)));
    for mut mine in a.split_mut((int!(1), ..)) {
        let _ = mine.view_mut().recast::<u16>();
    }
}
