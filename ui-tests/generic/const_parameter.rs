// A const parameter needs its bound to be a static integer.
use zellige::construct::RowMajor;
use zellige::prelude::*;

pub struct Gemm<const BM: usize>;
pub trait Config {
    type Shared: Layout<Profile = (usize, usize)>;
}
impl<const BM: usize> Config for Gemm<BM> {
    type Shared = RowMajor<(Int<BM>, int!(8))>;
}

fn main() {}
