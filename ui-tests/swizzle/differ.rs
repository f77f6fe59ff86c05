// Another swizzle, by an assertion.
use zellige::{atom::smem::LayoutKSw128Atom, ops::*, prelude::*};

assert_layout!(LayoutKSw128Atom<Int<16>> == Swizzled<Swizzle<3, 4, 3>, layout!((8, 64) : (64, 1))>);

fn main() {}
