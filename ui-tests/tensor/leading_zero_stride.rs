// A stride of 0 with a leading zero is not a number: an element would be borrowed twice.
use zellige::prelude::*;
use zellige::typenum::{B0, UInt, UTerm};

fn main() {
    let twice = (UInt::<UTerm, B0>::default(),);
    let _ = Strided::new((int!(2),), twice);
}
