// Bytes are read as `bool`, which is not plain bits: a byte of 2 is not a `bool`.
use zellige::{atom::*, prelude::*};
use zellige_gpu::tensor::gmem;

type Bytes = MakeTiledCopy<CopyAtom<copy::UniversalCopy<int!(8)>, int!(8)>, layout!((1, 1)), layout!((1, 1))>;

fn flags(from: *const u8, n: u32) {
    let row = gmem(from, layout!((1u32, n) : (n, 1))).local_tile(shape!((1, 4)), (0u32, 0u32));
    let flags = row.partition_s(Bytes::STATIC, 0).recast::<bool, 1>();
}

fn main() {}
