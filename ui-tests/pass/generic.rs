// Generic code over layouts: no `where` clause for any operation, and chains of them.
#![deny(warnings)]
use zellige::{ops::*, prelude::*};

fn tile<L: Layout, T: Layout>(l: L, t: T) -> L::ZippedDivide<T> {
    l.zipped_divide(t)
}

fn chain<A: Layout, B: Layout>(
    a: A,
    b: B,
) -> Coalesce<LogicalProduct<Compose<RightInverse<A>, B>, Int<4>>> {
    a.right_inverse().compose(b).logical_product(int!(4)).coalesce()
}

fn any_tiler<L: Layout, T: TilerFor<L>>(l: L, t: T) -> ZippedDivide<L, T> {
    l.zipped_divide(t)
}

fn offset<L: Layout, C: CoordFor<L>>(l: L, c: C) -> usize {
    l.crd2idx(c).usize()
}

fn offset_by_profile<L: Layout, C: CoordOf<L::Profile>>(l: L, c: C) -> usize {
    l.crd2idx(c).usize()
}

fn first_tile<L: Layout, T: TilerFor<L>>(l: L, t: T, i: u32) -> (usize, usize) {
    let (tile, start) = l.zipped_divide(t).slice((.., i));
    (tile.size().usize(), start.usize())
}

fn index<L: Layout, I: Integer>(l: L, i: I) -> usize {
    l.crd2idx(i).usize() + l.crd2idx(3u32).usize() + l.crd2idx(l.size()).usize()
}

struct Kernel<A: Layout, B: Layout> {
    a: A,
    b: B,
}

impl<A: Layout, B: Layout> Kernel<A, B> {
    const SHARED: usize = if A::IS_STATIC { 1 } else { 0 };

    fn all(self) -> (Filter<A>, Flatten<B>, Complement<A, Int<64>>, LogicalDivide<B, Int<2>>) {
        (
            self.a.filter(),
            self.b.flatten(),
            self.a.complement(int!(64)),
            self.b.logical_divide(int!(2)),
        )
    }
}

fn columns<N: Integer>(n: N) -> usize {
    layout!((8, n)).crd2idx((1u32, 2u32)).usize()
}

fn main() {
    let a = layout!((8, 6) : (6, 1));
    let z = tile(a, layout!(4 : 1));
    assert_eq!(z.to_string(), "(_4,(_2,_6)):(_6,(_24,_1))");
    assert_eq!(chain(layout!((8, 4)), layout!(4 : 8)).to_string(), "(_4,_4):(_8,_1)");
    assert_eq!(any_tiler(a, (int!(4), ..)).size().usize(), 48);
    assert_eq!(any_tiler(a, (int!(4), int!(3))).rank().usize(), 2);
    assert_eq!(offset(a, (1u32, 2u32)), 8);
    assert_eq!(offset(a, 9u32), 7);
    assert_eq!(offset_by_profile(a, (int!(1), 2usize)), 8);
    assert_eq!(first_tile(a, (int!(4), int!(3)), 1), (12, 24));
    assert_eq!(index(layout!((8, 16)), int!(4)), 4 + 3 + 128);
    let (filtered, flat, complement, divided) = Kernel {
        a: layout!((4, 4) : (1, 0)),
        b: layout!((2, (2, 2))),
    }
    .all();
    assert_eq!(filtered.to_string(), "_4:_1");
    assert_eq!(flat.to_string(), "(_2,_2,_2):(_1,_2,_4)");
    assert_eq!(complement.to_string(), "_16:_4");
    assert_eq!(divided.to_string(), "(_2,_4):(_1,_2)");
    assert_eq!(Kernel::<layout!(4 : 1), layout!(4 : 1)>::SHARED, 1);
    assert_eq!(columns(3u32), 17);
}
