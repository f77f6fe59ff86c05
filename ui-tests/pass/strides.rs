// Negative strides and strides along axes, as types and as values.
#![deny(warnings)]
use zellige::construct::{make_identity_layout, make_layout};
use zellige::stride::{ArithmeticTuple, E, Negative, ScaledBasis, Signed};
use zellige::{ops::*, prelude::*};

type Flipped = layout!((8, 64) : (-64, 1));
static FLIPPED: Flipped = Layout::STATIC;

fn main() {
    assert_eq!((size_of::<Flipped>(), Flipped::SIZE, Flipped::COSIZE), (0, 512, 512));
    assert_eq!(FLIPPED.to_string(), "(_8,_64):(_-64,_1)");
    assert_eq!(FLIPPED.crd2idx((2u32, 5usize)), Signed::new(-123isize));
    assert_eq!(FLIPPED.crd2idx(17u32).get(), -64 + 2);
    let pitch = Signed::new(-64i32);
    assert_eq!(layout!((8, 64) : (pitch, 1)).crd2idx((2u32, 5u32)).get(), -123);
    assert_eq!(layout!((8, 64) : (pitch, 1)).cosize(), 512);

    // Twice backwards is forwards.
    type Back = layout!(4 : -1);
    assert_type_eq_all!(Compose<Back, Back>, layout!(4 : 1));
    assert_type_eq_all!(Compose<Flipped, layout!((2, 4) : (2, 8))>, layout!((2, 4) : (-128, 1)));
    assert_type_eq_all!(Coalesce<layout!((2, 3) : (-1, -2))>, layout!(6 : -1));
    assert_type_eq_all!(ZippedDivide<Flipped, (Int<2>, Int<16>)>, layout!(((2, 16), (4, 4)) : ((-64, 1), (-128, 16))));
    assert_type_eq_all!(Crd2Idx<int!(1), layout!((4, 8) : (3, -3))>, int!(3));
    assert_type_eq_all!(Crd2Idx<coord!((1, 2)), layout!((4, 8) : (3, -3))>, Negative<int!(3)>);
    assert_type_eq_all!(MaxAlignment<Flipped>, int!(64));

    // The elements of a tile, as coordinates of the whole layout.
    let here = make_identity_layout(shape!((64, 32)));
    let tile = here.zipped_divide((int!(16), int!(8))).get(int!(0));
    assert_eq!(tile.to_string(), "(_16,_8):(_1@0,_1@1)");
    let point: ArithmeticTuple<(u32, u32)> = tile.crd2idx((3u32, 5u32));
    assert_eq!((point.coordinate(), point.to_string().as_str()), ((3, 5), "ArithTuple(3,5)"));
    let (row, at) = here.slice((7u32, ..));
    assert_eq!((row.to_string().as_str(), at.coordinate()), ("(_32):(_1@1)", (7,)));
    assert_eq!(here.crd2idx((int!(2), int!(3))).to_string(), "ArithTuple(_2,_3)");

    // Steps along one axis add up; steps along two axes make a point.
    let diagonal = here.compose(layout!(32 : 64)).compose(layout!(4 : 2));
    assert_eq!(diagonal.to_string(), "_4:_2@1");
    let both = make_layout((layout!(4 : 1@0), layout!(4 : 1@0)));
    assert_eq!(both.crd2idx((3u32, 2u32)), ScaledBasis::new(5u32));
    assert_type_eq_all!(Compose<layout!((2, 2) : (1@0, 1@1)), layout!(2 : 3)>, Strided<Int<2>, ArithmeticTuple<(int!(1), int!(1))>>);

    // On the right, steps walk along the modes of the left layout.
    type A = layout!((4, (2, 3)) : (6, (3, 1)));
    type B = layout!((2, (2, 2)) : (1@0, (1@0@1, 2@0)));
    assert_type_eq_all!(Compose<A, B>, layout!((2, (2, 2)) : (6, (3, 12))));
    assert_type_eq_all!(Compose<A, Strided<Int<3>, E<coord!((1, 1))>>>, layout!(3 : 1));
    assert_type_eq_all!(Compose<A, IdentityLayout<shape!((4, (2, 3)))>>, A);
    let (m, n) = (4u32, 6u32);
    let rows = layout!((m, n) : (6, 1)).compose(layout!((2, 3) : (2@0, 2@1)));
    assert_eq!(rows.crd2idx((1u32, 2u32)), 12 + 4);
}
