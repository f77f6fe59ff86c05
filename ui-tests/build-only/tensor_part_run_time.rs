// What lies between the elements of a part is another thread's: of tiles of a run-time size it is not proven that they
// keep off it.
use zellige::prelude::*;

fn main() {
    let (mut a, n) = (Tensor::new([0; 48], layout!((8, 6) : (6, 1))), 2u32);
    for part in a.split_mut((int!(4), int!(3))) {
        let _ = part.zipped_divide((n, ..));
    }
}
