// Elements of 4 bits, contiguous along N.
use zellige::atom::smem::LayoutMnSw64Atom;
use zellige::atom::umma_desc::UmmaDescriptor;
use zellige::prelude::*;

const _: u64 = UmmaDescriptor::<LayoutMnSw64Atom<int!(4)>, int!(4)>::zero();

fn main() {}
