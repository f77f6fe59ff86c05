// Constants in braces are static, as type and value, with run-time integers, and past 1024.
#![deny(warnings)]
use zellige::ops::*;
use zellige::prelude::*;

const BM: usize = 128;
const BK: usize = 3000;
const AXIS: usize = 1;
mod tile {
    pub const BN: usize = 64;
}
struct Gemm;
impl Gemm {
    const STAGES: usize = 3;
    #[allow(dead_code)]
    const SIZE: usize = <layout!(({ Self::STAGES }, { BM }))>::SIZE;
    fn stages(&self) -> String {
        layout!(({ Self::STAGES }, { BM }) : row).to_string()
    }
}
const fn padded(n: usize) -> usize {
    n + 8
}

type A = layout!(({ BM }, { BK }) : ({ BK }, 1));
static TILE: layout!(({ tile::BN }, 4) : ({ padded(4) }, 1)) = layout!(({ tile::BN }, 4) : ({ padded(4) }, 1));
assert_layout!(A == ({ BM }, 3000) : row);
assert_layout!(A == (128, { BM * 23 + 56 }) : (3000, 1));
assert_layout!(Coalesce<layout!((1, { BM }))> == { BM } : 1);

macro_rules! rows_of {
    ($m:expr, $n:expr) => {
        layout!(($m, { $n * 2 }) : ({ $n * 2 }, 1))
    };
}

fn main() {
    let a: A = layout!(({ BM }, { BK }) : ({ BK }, 1));
    assert_eq!((size_of_val(&a), a.to_string()), (0, "(_128,_3000):(_3000,_1)".to_string()));
    assert_type_eq_all!(A, layout!((128, 3000) : (3000, 1)));
    assert_eq!(TILE.to_string(), "(_64,_4):(_12,_1)");
    assert_eq!(Gemm.stages(), "(_3,_128):(_128,_1)");

    let m = 5u32;
    let mixed = layout!((m, { BK }) : ({ BK }, 1));
    assert_eq!(mixed.to_string(), "(5,_3000):(_3000,_1)");
    assert_eq!(mixed.crd2idx((4u32, int!(2))), 12002);
    assert_eq!(layout!(({ BM }, m) : row).to_string(), "(_128,5):(5,_1)");
    assert_eq!(rows_of!(4, 4).to_string(), "(_4,_8):(_8,_1)");
    assert_eq!(rows_of!({ BM }, BM).to_string(), "(_128,_256):(_256,_1)");

    assert_eq!(layout!(({ BM }, 4) : (-{ BM / 2 }, 1)).to_string(), layout!((128, 4) : (-64, 1)).to_string());
    assert_eq!(layout!((8, 4) : ({ 1 }@0, -{ BM }@{ AXIS })), layout!((8, 4) : (1@0, -128@1)));
    assert_eq!(layout!(({ 1 << 48 }, 1) : (0, { 0 })), layout!((281474976710656, 1) : (0, 0)));

    let smem = layout!(Sw<{ 2 + 1 }, 4, -{ 3 }> o { BM } o (8, { tile::BN }) : ({ tile::BN }, 1));
    assert_eq!(smem, layout!(Sw<3, 4, -3> o 128 o (8, 64) : (64, 1)));

    let tile: shape!(({ tile::BN }, (2, ..))) = shape!({ tile::BN }, (2, ..));
    let _ = tile;
    assert_eq!(a.crd2idx(coord!({ BM - 1 }, { BK - 1 })).usize(), 127 * 3000 + 2999);
    assert_eq!(coord!(m, { BM }), (5u32, int!(128)));

    // Deliberately run-time: in parentheses, or by a name that does not look like a constant.
    let (k, bm) = (BK, BM);
    assert_eq!(layout!(((BM), k) : (k, 1)).to_string(), "(128,3000):(3000,_1)");
    assert_eq!(layout!((bm * 2, (BM * 2)) : (1, bm)).to_string(), "(256,256):(_1,128)");
    assert_eq!(rows::<int!({ BM })>(k).to_string(), "(_128,3000):(3000,_1)");
}

fn rows<M: Integer>(k: usize) -> impl Layout {
    layout!((M::STATIC, k) : (k, 1))
}
