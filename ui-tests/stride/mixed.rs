// The sum of an offset and a point.
use zellige::prelude::*;

const _: () = {
    let _ = <Mixed as IntTuple>::STATIC;
};
type Mixed = zellige::ops::Crd2Idx<coord!((2, 3)), layout!((4, 8) : (1@0, 1))>;

fn main() {}
