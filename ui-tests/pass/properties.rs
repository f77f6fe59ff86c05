// Proven properties of layouts, as bounds and as constants.
use zellige::ops::*;
use zellige::prelude::*;
use zellige::typenum::{B0, B1};

fn injective<L: Injective>(l: L) -> L {
    l
}
fn disjoint<L: Disjoint>(l: L) -> L {
    l
}
fn generic<L: Injective, T: TilerFor<L>>(l: L, t: T)
where
    L::ZippedDivide<T>: Disjoint,
{
    injective(l);
    disjoint(l.zipped_divide(t));
}

fn main() {
    // A padded tile, a tiled matrix, its threads and values, of up to eight modes.
    injective(layout!((128, 64) : (72, 1)));
    let tiles = layout!((4096, 4096) : (4096, 1)).zipped_divide((int!(128), int!(64)));
    injective(disjoint(tiles));
    injective(layout!(((4, 2), (8, 2, 2), (2, 4, 2)) : ((2, 8), (16, 128, 256), (1, 512, 2048))));
    generic(layout!((256, 64) : (1, 256)), (int!(32), int!(16)));

    // A run-time number of rows of static length.
    let m = 100usize;
    injective(layout!((m, 64) : (64, 1)));
    disjoint(layout!((m, 64) : (64, 1)).zipped_divide((int!(8), int!(64))));

    // Threads that take every eighth element, and one mode that many strides interleave with.
    disjoint(layout!((8, 32) : (1, 8)));
    assert_type_eq_all!(IsInjective<layout!((7, 11, 13) : (143, 91, 77))>, B1);
    assert_type_eq_all!(IsInjective<layout!((8, 11, 14) : (143, 91, 77))>, B0);

    // Forty bits and eight modes.
    assert_type_eq_all!(
        IsBijective<layout!((32, 32, 32, 32, 32, 32, 32, 32) : row)>,
        B1
    );

    // Not proven, because there are too many candidates. The constant is still known.
    type Fine = layout!((30, 30, 30) : (899, 931, 961));
    assert_type_eq_all!(IsInjective<Fine>, B0);
    assert!(<layout!((17, 16, 2) : (33, 32, 31))>::IMAGE_SIZE <= 17 * 16 * 2);

    // A refused layout has no property.
    type Bad = Compose<layout!((6, 2) : (1, 7)), layout!((3, 2) : (2, 3))>;
    assert_type_eq_all!(IsInjective<Bad>, B0);
    assert_type_eq_all!(IsCompact<Bad>, B0);
    assert_type_eq_all!(ContiguousRun<layout!((4, 8) : (10, 1))>, int!(8));
}
