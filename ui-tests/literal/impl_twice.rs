// Two implementations for two literals: write the types `Strided<S, D>` instead.
use zellige::prelude::*;

trait Swizzle {}
impl Swizzle for layout!(9 : 1) {}
impl Swizzle for layout!(8 : 1) {}

fn main() {}
