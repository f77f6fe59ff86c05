// The static part of a run-time layout is checked: 6 elements from columns of 4.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<Strided<(Int<4>, u32), (Int<1>, u32)>, layout!(6 : 1)>);

fn main() {}
