//! Iterators over coordinates, offsets and modes.

use zellige::construct::make_identity_layout;
use zellige::prelude::*;
use zellige::stride::Signed;

/// Compares the iterators with each other and with `crd2idx` of every index.
fn iterate<L: Layout>(layout: L) {
    let size = layout.size().usize();
    assert_eq!(layout.coords().len(), size, "{layout}");
    assert_eq!(layout.offsets().len(), size, "{layout}");
    for (i, (c, offset)) in layout.coords().zip(layout.offsets()).enumerate() {
        let expected = layout.crd2idx(i).display().to_string().replace('_', "");
        assert_eq!(offset.display().to_string().replace('_', ""), expected, "{layout} at {i}");
        let by_coordinate = layout.crd2idx(c).display().to_string().replace('_', "");
        assert_eq!(by_coordinate, expected, "{layout} at {i}");
    }
    let (forth, mut back): (Vec<_>, Vec<_>) = (
        layout.offsets().map(|offset| offset.display().to_string()).collect(),
        layout.offsets().rev().map(|offset| offset.display().to_string()).collect(),
    );
    back.reverse();
    assert_eq!(forth, back);
    let mut skipping = layout.offsets();
    assert_eq!(skipping.nth(size / 2).is_some(), size > 0);
    assert_eq!(skipping.len(), size.saturating_sub(size / 2 + 1));
}

#[test]
fn every_coordinate_and_its_offset() {
    iterate(layout!(12 : 3));
    iterate(layout!((8, 4) : (4, 1)));
    iterate(layout!(((2, 3), (1, 4)) : ((1, 8), (0, 2))));
    iterate(layout!(()));
    iterate(layout!((3, 0) : (1, 3)));
    iterate(layout!(4 : 0));
    iterate(layout!(1 : 0));
    iterate(layout!((4, 3) : (-3, 1)));
    iterate(make_identity_layout(shape!((4, (2, 3)))));
    iterate(layout!(Sw<2, 0, 3> o 0 o (8, 8) : (8, 1)));
    for (m, n) in [(0u32, 3usize), (1, 1), (5, 3), (2, 7)] {
        iterate(layout!((m, (n, 2)) : (1, (m, 100))));
        iterate(layout!((m, n) : (n, 1)));
    }
}

#[test]
fn coordinates_are_nested_as_the_shape_is() {
    let coords: Vec<((usize, usize), usize)> = layout!(((2, 1), 2)).coords().collect();
    assert_eq!(coords, [((0, 0), 0), ((1, 0), 0), ((0, 0), 1), ((1, 0), 1)]);
    let coords: Vec<usize> = layout!(3 : 5).coords().collect();
    assert_eq!(coords, [0, 1, 2]);
    assert_eq!(layout!(()).coords().collect::<Vec<()>>(), [()]);
    assert_eq!(layout!((4,)).coords().next_back(), Some((3,)));
}

#[test]
fn offsets_have_the_type_that_the_strides_make() {
    let offsets: Vec<usize> = layout!(4 : 0).offsets().collect();
    assert_eq!(offsets, [0; 4]);
    let offsets: Vec<Signed<isize>> = layout!(3 : -2).offsets().collect();
    assert_eq!(offsets, [0, -2, -4].map(Signed::new));
    let narrow = 4u32;
    assert!(layout!((2, narrow) : (narrow, 1)).offsets().eq([0, 4, 1, 5, 2, 6, 3, 7]));
    let points = make_identity_layout(shape!((2, 2))).offsets();
    assert!(points.map(|point| point.coordinate()).eq([(0, 0), (1, 0), (0, 1), (1, 1)]));
}

#[test]
fn modes_are_those_of_the_flattened_layout() {
    let n = 7u32;
    let a = layout!((8, ((4, n), 2), 3) : (1, ((8, 32), -5), 0));
    assert!(a.modes().eq([(8, 1), (4, 8), (7, 32), (2, -5), (3, 0)]));
    assert!(a.modes().eq(a.flatten().modes()));
    assert!(a.modes().rev().eq([(3, 0), (2, -5), (7, 32), (4, 8), (8, 1)]));
    assert_eq!(a.modes().len(), 5);
    assert!(layout!(6 : 3).modes().eq([(6, 3)]));
    assert_eq!(layout!(()).modes().next(), None);
    let size: usize = a.modes().map(|(extent, _)| extent).product();
    assert_eq!(size, a.size().usize());
}

#[test]
#[should_panic = "size(L): the product of the extents (65536,65536), 4294967296, does not fit their type"]
fn a_size_that_does_not_fit_is_refused() {
    let m = 65536u32;
    layout!((m, m)).coords();
}
