// An implementation for a literal conflicts with every other one, including that for a newtype.
use zellige::prelude::*;

trait Swizzle {}
struct Swizzled(layout!((8, 8)));
impl Swizzle for layout!(9 : 1) {}
impl Swizzle for Swizzled {}

fn main() {}
