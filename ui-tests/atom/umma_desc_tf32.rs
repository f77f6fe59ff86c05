// Elements of 32 bits, contiguous along M, in the swizzle of narrower ones.
use zellige::atom::smem::LayoutMnSw128Atom;
use zellige::atom::umma_desc::UmmaDescriptor;
use zellige::prelude::*;

const _: u64 = UmmaDescriptor::<LayoutMnSw128Atom<int!(32)>, int!(32)>::zero();

fn main() {}
