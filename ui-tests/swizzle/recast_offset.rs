// The layout begins in the middle of a wide element.
use zellige::{ops::*, prelude::*};

type Part = ComposedLayout<Swizzle<3, 3, 3>, int!(65), layout!(64 : 1)>;
assert_layout!(Upcast<Part, Int<2>>);

fn main() {}
