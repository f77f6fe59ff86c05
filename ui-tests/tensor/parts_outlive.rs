// Parts do not outlive the data.
use zellige::prelude::*;

fn main() {
    let part = {
        let mut a = Tensor::new([0; 48], layout!((8, 6) : (6, 1)));
        a.split_mut((int!(4), int!(3))).next()
    };
    drop(part);
}
