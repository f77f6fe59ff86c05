// One literal for the type and its value, wherever a type or an expression is allowed.
#![deny(warnings)]
use zellige::prelude::*;

type A = layout!((8, 16, 4) : (64, 1, 16));
const B: A = layout!((8, 16, 4) : (64, 1, 16));
static C: layout!((8, 4) : row) = layout!((8, 4) : row);

struct Tile {
    rows: layout!((32, 16) : (16, 1)),
    columns: layout!((32, 16) : col),
}

fn transposed(_: layout!((8, 4) : (4, 1))) -> layout!((4, 8) : (1, 4)) {
    layout!((4, 8) : (1, 4))
}

fn padded(pad: bool) -> String {
    match pad {
        true => layout!((8, 4) : (5, 1)).to_string(),
        false => layout!((8, 4) : (4, 1)).to_string(),
    }
}

fn offset_of_last<L: Layout>() -> usize {
    L::STATIC.cosize().usize() - 1
}

fn main() {
    let a = layout!((8, 16, 4) : (64, 1, 16));
    assert_type_eq_all!(A, layout!((0x8, 0b1_0000, 4) : (64, 1, 0x10)));
    assert_eq!((a, size_of_val(&a)), (B, 0));
    assert_eq!(A::default().crd2idx((3u32, 5u32, 2u32)), 3 * 64 + 5 + 2 * 16);
    assert_eq!(C.crd2idx((1u32, 2u32)), 6);
    assert_eq!(transposed(C).to_string(), "(_4,_8):(_1,_4)");
    let tile = Tile {
        rows: layout!((32, 16) : row),
        columns: layout!((32, 16)),
    };
    assert_eq!(tile.rows.crd2idx((1u32, 0u32)), 16);
    assert_eq!(tile.columns.crd2idx((1u32, 0u32)), 1);
    assert_eq!(padded(true), "(_8,_4):(_5,_1)");
    assert_eq!(padded(false), "(_8,_4):(_4,_1)");
    assert_eq!(offset_of_last::<layout!((4, 2) : (2, 16))>(), 3 * 2 + 16);
}
