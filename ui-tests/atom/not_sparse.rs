// The metadata of an instruction with a dense A.
use zellige::atom::*;
use zellige::prelude::*;

type Op = mma::SM80_16x8x32_S32S8S8S32_TN;

assert_layout!(<Op as SparseMmaAtom>::LayoutETv);

fn main() {}
