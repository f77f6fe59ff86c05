// Run-time integers beside static ones, as expressions of any kind.
#![deny(warnings)]
use zellige::prelude::*;

const ROWS: u32 = 12;
const FIXED: Strided<(u32, Int<4>), (Int<4>, Int<1>)> = layout!((8u32, 4) : (4, 1));

struct Matrix {
    rows: usize,
    data: Vec<f32>,
}

fn rows() -> u32 {
    7
}

fn main() {
    let (m, n) = (100u32, 64usize);
    let a = layout!((m, 64) : (64, 1));
    assert_eq!(a.to_string(), "(100,_64):(_64,_1)");
    assert_eq!(size_of_val(&a), 4);
    assert_eq!(a.crd2idx((2u32, 3u32)), 131u32);
    assert_eq!(a.crd2idx((2usize, 3u32)), 131usize);
    assert_eq!(layout!((m, n)).to_string(), "(100,64):(_1,100)");
    assert_eq!(layout!((8, n) : row).to_string(), "(_8,64):(64,_1)");
    assert_eq!(layout!((m + 1, 2 * n) : (2 * n, 1)).to_string(), "(101,128):(128,_1)");
    assert_eq!(layout!((rows(), (ROWS))).size(), 84);
    assert_eq!(FIXED.to_string(), "(8,_4):(_4,_1)");
    let matrix = Matrix {
        rows: 3,
        data: vec![0.0; 12],
    };
    let b = layout!((matrix.rows, matrix.data.len() / matrix.rows) : row);
    assert_eq!(b.to_string(), "(3,4):(4,_1)");
    assert_eq!(layout!((if m > 8 { m } else { 8 }, (2, n as u32)) : col).size(), 12800);
    assert_eq!(layout!(m : 2).to_string(), "100:_2");
    assert_eq!(shape!((m, 16)), (100, int!(16)));
    assert_eq!(coord!(3, m), (int!(3), 100));

    let tiles = a.zipped_divide((int!(4), int!(16)));
    let (tile, start) = tiles.slice((.., (1u32, 2u32)));
    assert_eq!((tile.to_string().as_str(), start), ("((_4,_16)):((_64,_1))", 288));
}
