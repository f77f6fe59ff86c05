// A different swizzle in an assertion.
use zellige::{atom::smem::LayoutKSw128Atom, prelude::*};

assert_layout!(LayoutKSw128Atom<Int<16>> == Sw<3, 4, 3> o 0 o (8, 64) : (64, 1));

fn main() {}
