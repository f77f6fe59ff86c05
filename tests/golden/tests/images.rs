//! Images of generated layouts: compares what the library proves and counts with plain evaluation.

mod images {
    include!(concat!(env!("OUT_DIR"), "/property_images.rs"));
}

use images::{IMAGES, TILINGS};

/// The types and the constants are right; every true property of these layouts is proven.
#[test]
fn injective_compact_and_bijective() {
    for image in IMAGES {
        let [injective, compact] = image.expected;
        let expected = [injective, compact, injective && compact];
        assert_eq!(image.types.map(|answer| answer()), expected, "{}", image.layout);
        assert_eq!(image.constants, expected, "{}", image.layout);
    }
    let count = |which: usize| IMAGES.iter().filter(|image| image.types[which]()).count();
    assert_eq!([count(0), count(1), count(2)], [627, 336, 239]);
}

/// The size of the image is right.
#[test]
fn image_size() {
    for image in IMAGES {
        assert_eq!(image.size, image.image, "{}", image.layout);
    }
}

/// Everything that is proven is true, and everything true is proven, unless a tile overlaps itself.
#[test]
fn disjoint() {
    let (mut proven, mut unproven) = (0, 0);
    for tiling in TILINGS {
        assert!(tiling.disjoint || !(tiling.proven)(), "{}", tiling.layout);
        assert!((tiling.proven)() || !tiling.disjoint || !tiling.plain_tile, "{}", tiling.layout);
        proven += usize::from((tiling.proven)());
        unproven += usize::from(tiling.disjoint && !(tiling.proven)());
    }
    assert_eq!([proven, unproven], [176, 9]);
}
