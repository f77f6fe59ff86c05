// Every kind of tiler: a layout, an integer, `..`, and tuples of these, shorter or nested.
#![deny(warnings)]
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 16, 4) : (64, 1, 16));
    assert_eq!(a.compose(layout!((4, 32) : (1, 4))).to_string(), "(_4,(_2,_16)):(_64,(_256,_1))");
    assert_eq!(a.compose(int!(4)), layout!(4 : 64));
    assert_eq!(a.compose(..), a);
    assert_eq!(a.compose((int!(2), layout!(4 : 4))), layout!((2, 4) : (64, 4)));
    assert_eq!(a.compose((int!(2),)), layout!((2,) : (64,)));
    assert_eq!(a.compose((.., int!(4), ..)), layout!((8, 4, 4) : (64, 1, 16)));
    assert_eq!(a.compose(shape!((.., 4))), layout!((8, 4) : (64, 1)));
    assert_eq!(a.compose((2u32, int!(4))).to_string(), "(2,_4):(_64,_1)");

    let nested = layout!((8, (3, 4)) : (12, (4, 1)));
    let tiler = (int!(2), (int!(3), layout!(2 : 2)));
    assert_eq!(nested.compose(tiler), layout!((2, (3, 2)) : (12, (4, 2))));
    assert_eq!(nested.compose((.., int!(3))), layout!((8, 3) : (12, 4)));

    let matrix = layout!((128, 64) : (64, 1));
    let z = matrix.zipped_divide((int!(32), int!(16)));
    assert_eq!(z, layout!(((32, 16), (4, 4)) : ((64, 1), (2048, 16))));
    let d = matrix.logical_divide((.., int!(16)));
    assert_eq!(d, layout!((128, (16, 4)) : (64, (1, 16))));
    assert_eq!(matrix.zipped_divide(int!(32)).size().usize(), 128 * 64);
    let p = layout!((2, 2) : (4, 1)).logical_product(layout!(6 : 1));
    assert_eq!(p, layout!(((2, 2), (2, 3)) : ((4, 1), (2, 8))));
    let q = layout!((2, 2) : (2, 1)).logical_product((int!(2), int!(2)));
    assert_eq!(q.size().usize(), 16);
}
