// Compositions, divides and inverses that exist, some of which other libraries refuse.
#![deny(warnings)]
use zellige::{ops::*, prelude::*};

type A = layout!((6, 2) : (8, 2));

assert_layout!(Compose<layout!((2, 4) : (1, 7)), layout!(4 : 3)> == (2, 2) : (8, 21));
assert_layout!(Compose<layout!((4, 8) : (1, 10)), layout!(8 : 1)> == (4, 2) : (1, 10));
assert_layout!(Compose<layout!((4, 6) : (1, 5)), layout!(2 : 3)> == 2 : 3);
assert_layout!(Compose<layout!((4, 1) : (1, 0)), layout!(8 : 1)> == (4, 2) : (1, 0));
assert_layout!(Compose<A, layout!((4, 3) : (3, 1))> == ((2, 2), 3) : ((24, 2), 8));
assert_layout!(Complement<layout!((2, 2) : (1, 6)), int!(24)> == (3, 2) : (2, 12));
assert_layout!(ComplementSparse<layout!((4, 4) : (1, 6)), int!(64)> == 3 : 24);
assert_layout!(LogicalDivide<layout!(10 : 1), int!(4)> == (4, 3) : (1, 4));
assert_layout!(RightInverse<layout!((8, 16, 4) : (64, 1, 16))> == (64, 8) : (8, 1));
assert_layout!(LeftInverse<layout!((4, 8) : (16, 1))> == (16, 4) : (4, 1));
assert_layout!(RowMajor<shape!((64, 4))> == (64, 4) : row);
assert_layout!(Coalesce<A> == A);
assert_layout!(A);

// One mode each, with two copies: CuTe has no zip of them.
assert_layout!(RakedProduct<layout!(8 : 2), layout!(4 : 1)> == (((2, 2), 8),) : (((1, 16), 2),));
assert_layout!(BlockedProduct<layout!(8 : 2), layout!(4 : 1)> == ((8, (2, 2)),) : ((2, (1, 16)),));

fn main() {
    assert_layout!(A == (6, 2) : (8, 2));
    assert_eq!(A::default().compose(layout!((4, 3) : (3, 1))).crd2idx((3u32, 2u32)), 42);
}
