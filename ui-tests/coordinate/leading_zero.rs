// A coordinate has no leading zeros.
use zellige::prelude::*;
use zellige::typenum::{B0, UInt, UTerm};

fn main() {
    layout!((8, 8) : (8, 1)).crd2idx((1u32, UInt::<UInt<UTerm, B0>, B0>::default()));
}
