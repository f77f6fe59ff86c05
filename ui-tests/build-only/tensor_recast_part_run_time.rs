// Pairs of rows with a run-time pitch, recast to bytes.
use zellige::prelude::*;

fn main() {
    let (mut data, pitch) = ([0u16; 24], 6u32);
    let mut a = Tensor::new(&mut data, layout!((4, 6) : (pitch, 1)));
    for rows in a.try_split_mut((int!(2), ..)).unwrap() {
        let _ = rows.recast::<u8>();
    }
}
