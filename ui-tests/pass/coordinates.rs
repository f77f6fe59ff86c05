// Coordinates: integers for any mode, nested, static, run-time and mixed; slices; constants.
#![deny(warnings)]
use zellige::{ops::*, prelude::*};

type A = layout!((8, 16, 4) : (64, 1, 16));
const OFFSET: usize = A::offset((int!(3), int!(5), int!(2)));
const BY_INDEX: usize = A::offset(int!(299));
static TABLE: [f32; A::offset(coord!((7, 15, 3))) + 1] = [0.0; 512];

fn main() {
    assert_eq!((OFFSET, BY_INDEX, TABLE.len()), (229, 229, 512));
    let a = A::default();
    let (i, j): (u32, usize) = (3, 5);
    assert_eq!(a.crd2idx((i, j, int!(2))), 229usize);
    assert_eq!(a.crd2idx((i, 5u32, int!(2))), 229u32);
    let offset: int!(229) = a.crd2idx(coord!((3, 5, 2)));
    assert_eq!(offset.usize(), 229);
    assert_type_eq_all!(Crd2Idx<coord!((3, 5, 2)), A>, int!(229));

    let nested = layout!(((2, 4), (3, 5)) : ((3, 6), (1, 24)));
    assert_eq!(nested.crd2idx((11u32, 12u32)), 129);
    assert_eq!(nested.crd2idx(((1u32, 5u32), 12u32)), 129);
    assert_eq!(nested.crd2idx(((int!(1), 5u32), (0u32, 4usize))), 129);
    assert_eq!(layout!((3, 2) : (2, 3)).crd2idx(5u32), 7);
    assert_eq!(a.idx2crd(299u32), (3, 5, 2));

    let (rows, start) = a.slice((.., 3u32, ..));
    assert_eq!((rows, start), (layout!((8, 4) : (64, 16)), 3));
    assert_eq!((a.slice(..).0, a.slice(..).1.usize()), (a, 0));
    let (whole, start) = a.slice((.., .., ..));
    assert_eq!((whole, start.usize()), (a, 0));
    let (inner, start) = nested.slice(((1u32, ..), 0u32));
    assert_eq!((inner.to_string().as_str(), start), ("(_4):(_6)", 3));
    let (point, start) = a.slice((1u32, 1u32, 1u32));
    assert_eq!((point.to_string().as_str(), start), ("():()", 81));
}
