// A minus in the braces of a stride, and of an extent.
use zellige::prelude::*;

const BN: usize = 64;
pub type Reversed = layout!((8, { BN }) : ({ -BN }, 1));
pub type Less = shape!((8, { -8 }));

fn main() {}
