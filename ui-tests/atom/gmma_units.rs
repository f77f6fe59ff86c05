// Bytes, contiguous along M: only elements of 16 bits are transposed.
use zellige::atom::gmma::GmmaDescriptor;
use zellige::atom::smem::LayoutMnSw128Atom;
use zellige::prelude::*;

const _: u64 = GmmaDescriptor::<LayoutMnSw128Atom<int!(8)>, int!(8)>::zero();

fn main() {}
