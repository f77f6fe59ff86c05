// The type of a layout does not have numbers with leading zeros either: 1 is not written 01.
use zellige::prelude::*;
use zellige::typenum::{B0, B1, UInt, UTerm};

fn main() {
    type L = Strided<(int!(2), int!(2)), (UInt<UInt<UTerm, B0>, B1>, int!(2))>;
    let _ = Tensor::new([0; 4], L::default());
}
