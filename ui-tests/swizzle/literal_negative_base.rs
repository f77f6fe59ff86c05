// A negative base.
use zellige::prelude::*;

fn main() {
    let _ = layout!(Sw<3, -4, 3> o 0 o (8, 64) : (64, 1));
}
