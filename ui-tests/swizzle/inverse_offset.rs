// Offsets that begin elsewhere.
use zellige::{ops::*, prelude::*};

type Part = ComposedLayout<Swizzle<3, 3, 3>, int!(64), layout!(64 : 1)>;
assert_layout!(RightInverse<Part>);

fn main() {}
