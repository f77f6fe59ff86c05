// Rank 0, rank 1 (a tuple of one mode is not its integer), rank 10, and deep nesting.
#![deny(warnings)]
use zellige::{ops::*, prelude::*};

fn main() {
    let unit = layout!(() : ());
    assert_eq!((unit.to_string().as_str(), unit.size().usize()), ("():()", 1));
    assert_eq!(unit.crd2idx(()).usize(), 0);
    assert_eq!(layout!(()), unit);
    assert_eq!(shape!(()), ());

    let one = layout!((64,) : (1,));
    assert_eq!(one.to_string(), "(_64):(_1)");
    assert_eq!(one.crd2idx((5u32,)), one.crd2idx(5u32));
    assert_eq!((one.rank().usize(), one.depth().usize()), (1, 1));
    let integer = layout!(64 : 1);
    assert_eq!((integer.rank().usize(), integer.depth().usize()), (1, 0));
    assert_type_eq_all!(Coalesce<layout!((64,) : (1,))>, layout!(64 : 1));

    let ten = layout!((1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    assert_eq!((ten.rank().usize(), ten.size().usize()), (10, 3628800));
    assert_eq!(ten.crd2idx((0u32, 1u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u32)), 1);
    type Reversed = layout!((4, 4, 4, 4, 4, 4, 4, 4, 4, 4) : row);
    assert_type_eq_all!(RightInverse<Reversed>, Reversed);
    assert_type_eq_all!(LeftInverse<Reversed>, Reversed);
    type Rows = ZippedDivide<Reversed, (Int<2>, Int<2>)>;
    assert_eq!(<Rows as Layout>::SIZE, 1 << 20);

    let deep = layout!((2, (3, (4, (5, 6)))) : row);
    assert_eq!((deep.rank().usize(), deep.depth().usize()), (2, 4));
    assert_eq!(deep.get(coord!((1, 1, 1, 0))), layout!(5 : 6));
    assert_eq!(deep.crd2idx((1u32, (2u32, 7u32))), deep.crd2idx((1u32, (2u32, (3u32, 1u32)))));
}
