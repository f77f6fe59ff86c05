// A tiler has no leading zeros.
use zellige::prelude::*;
use zellige::typenum::{B0, UInt, UTerm};

fn main() {
    layout!((8, 8) : (8, 1)).zipped_divide((int!(4), UInt::<UTerm, B0>::default()));
}
