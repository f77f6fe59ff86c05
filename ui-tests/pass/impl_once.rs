// A user's trait for one literal; for several types, `Strided<S, D>` and newtypes.
#![deny(warnings)]
use zellige::prelude::*;

trait Name {
    const NAME: &'static str;
}

impl Name for layout!((8, 4) : (4, 1)) {
    const NAME: &'static str = "row-major";
}

struct Swizzled(layout!((8, 8)));

trait Rows {
    fn rows(self) -> usize;
}

impl<M: Integer, N: Integer, D: IntTuple> Rows for Strided<(M, N), D> {
    fn rows(self) -> usize {
        Layout::shape(self).0.usize()
    }
}

impl Rows for Swizzled {
    fn rows(self) -> usize {
        self.0.rows()
    }
}

fn name<T: Name>(_: T) -> &'static str {
    T::NAME
}

fn main() {
    assert_eq!(name(layout!((8, 4) : (4, 1))), "row-major");
    assert_eq!(Swizzled(layout!((8, 8))).rows(), 8);
}
