// A swizzle whose bits overlap has no value.
use zellige::prelude::*;

fn main() {
    let _ = <zellige::Swizzled<Swizzle<3, 4, 2>, layout!((8, 8) : (8, 1))>>::default();
}
