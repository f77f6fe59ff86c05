// The elements between those of a part belong to another thread: for tiles of a run-time size it is
// not proven that they are separate.
use zellige::prelude::*;

fn main() {
    let (mut a, n) = (Tensor::new([0; 48], layout!((8, 6) : (6, 1))), 2u32);
    for part in a.split_mut((int!(4), int!(3))) {
        let _ = part.zipped_divide((n, ..));
    }
}
