//! Examples from the documents that the library is based on, as tests.

use zellige::coordinate::{crd2crd, idx2crd, idx2crd_by};
use zellige::ops::*;
use zellige::prelude::*;

/// A layout as a function of one index: (3,2):(2,3) at 5 is 2*2 + 1*3 = 7.
#[test]
fn an_index_in_a_compact_layout() {
    type L = layout!((3, 2) : (2, 3));
    assert_type_eq_all!(Crd2Idx<int!(5), L>, int!(7));
    assert_eq!(L::STATIC.crd2idx(5u32), 7);
    assert_eq!(L::offset(int!(5)), 7);
}

/// The three coordinates of each index of the shape (3,(2,3)): 1-D, 2-D and natural.
#[test]
fn the_coordinates_of_a_nested_shape() {
    let shape = shape!((3, (2, 3)));
    for index in 0..18u32 {
        let flat = (index % 3, index / 3);
        let natural = (index % 3, (index / 3 % 2, index / 6));
        assert_eq!(idx2crd(index, shape!((3, 6))), flat);
        assert_eq!(idx2crd(index, shape), natural);
        assert_eq!(crd2crd(flat, shape!((3, 6)), shape), natural);
        assert_eq!(crd2crd(natural, shape, int!(18)), index);
    }
    assert_eq!(idx2crd(16u32, shape), (1, (1, 2)));
    assert_type_eq_all!(Idx2CrdOf<int!(16), shape!((3, (2, 3)))>, coord!((1, (1, 2))));
}

/// (3,(2,3)):(3,(12,1)) and its table.
#[test]
fn the_table_of_a_nested_layout() {
    let layout = layout!((3, (2, 3)) : (3, (12, 1)));
    let table = [[0, 12, 1, 13, 2, 14], [3, 15, 4, 16, 5, 17], [6, 18, 7, 19, 8, 20]];
    for (i, row) in (0u32..).zip(table) {
        for (jk, offset) in (0u32..).zip(row) {
            assert_eq!(layout.crd2idx((i, jk)), offset);
            assert_eq!(layout.crd2idx((i, (jk % 2, jk / 2))), offset);
            assert_eq!(layout.crd2idx(i + 3 * jk), offset);
        }
    }
}

/// Multi-dimensional and partly linear coordinates.
#[test]
fn coordinates_to_offsets() {
    type Rows = layout!((3, 4, 5) : (20, 5, 1));
    assert_type_eq_all!(Crd2Idx<coord!((1, 2, 3)), Rows>, int!(33));
    type Nested = layout!(((2, 4), (3, 5)) : ((3, 6), (1, 24)));
    assert_type_eq_all!(Crd2Idx<coord!((11, 12)), Nested>, int!(129));
    assert_eq!(Nested::STATIC.crd2idx((11u32, 12u32)), 129);
}

/// An extent of zero and coordinates past the end are legal, except for `offset`.
#[test]
fn a_block_count_of_zero() {
    type Blocks = layout!(((13, 0), (14, 0)) : ((14, 182), (1, 154)));
    assert_type_eq_all!(Crd2Idx<coord!((20, 30)), Blocks>, int!(590));
    assert_eq!(Blocks::STATIC.crd2idx((int!(20), int!(30))), int!(590));
    assert_eq!(Blocks::STATIC.crd2idx((20u32, 30u32)), 590);
    type Square = layout!(((13, 13), (14, 14)) : ((15, 15), (16, 16)));
    assert_type_eq_all!(Crd2Idx<coord!((0, 12)), Square>, int!(192));
}

/// The inverse of a compact layout by its strides, without sorting.
#[test]
fn the_compact_inverse() {
    let (shape, stride) = (shape!((3, 4, 5)), shape!((20, 5, 1)));
    for offset in 0..60u32 {
        let (i, j, k) = idx2crd_by(offset, shape, stride);
        assert_eq!(20 * i + 5 * j + k, offset);
    }
    // An extent of 1 has coordinate 0, whatever its stride.
    assert_type_eq_all!(Idx2CrdBy<int!(7), shape!((1, 8)), shape!((0, 1))>, coord!((0, 7)));
}

/// complement(4:3, 12k) = (3,k):(1,12).
#[test]
fn the_complement_of_a_strided_row() {
    assert_type_eq_all!(Complement<layout!(4 : 3), int!(24)>, layout!((3, 2) : (1, 12)));
    assert_type_eq_all!(Complement<layout!(4 : 3), int!(12)>, layout!(3 : 1));
}

/// Tables and their layouts, including partial last columns and strides of zero.
#[test]
fn layouts_from_tables() {
    assert_type_eq_all!(find_layout!([0, 2, 4, 7, 9, 11]), layout!((3, 2) : (2, 7)));
    assert_type_eq_all!(find_layout!([0, 1, 5, 6, 10]), layout!((2, 3) : (1, 5)));
    assert_type_eq_all!(find_layout!([0, 0, 0]), layout!(3 : 0));
    assert_type_eq_all!(find_layout!([0, 3, 6, 9]), layout!(4 : 3));
    assert_type_eq_all!(find_layout!([0]), layout!(1 : 0));
}

/// Compatibility is a partial order: here on a chain of refinements.
#[test]
fn compatible_shapes() {
    assert_type_eq_all!(
        Compatible<int!(24), shape!((4, 6))>,
        Compatible<shape!((4, 6)), shape!(((2, 2), 6))>,
        Compatible<int!(24), shape!(((2, 2), 6))>,
        Compatible<shape!((4, 6)), shape!((4, 6))>,
        zellige::typenum::B1
    );
    assert_type_eq_all!(
        Compatible<shape!((4, 6)), int!(24)>,
        Compatible<shape!((4, 6)), shape!((6, 4))>,
        zellige::typenum::B0
    );
}
