// 6 is no multiple of 4.
use zellige::{ops::*, prelude::*};

fn main() {
    let _ = ShapeDiv::<int!(6), int!(4)>::default();
}
