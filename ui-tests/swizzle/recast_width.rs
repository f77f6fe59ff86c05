// Elements of six bits.
use zellige::{atom::smem::LayoutKSw128Atom, prelude::*};

assert_layout!(LayoutKSw128Atom<Int<6>>);

fn main() {}
