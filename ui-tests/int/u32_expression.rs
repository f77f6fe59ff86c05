// A constant expression of type `u32`.
use zellige::prelude::*;

const BM: u32 = 64;
pub type N = int!({ BM + 8 });

fn main() {}
