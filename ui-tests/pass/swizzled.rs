// Generic code over layouts takes swizzled ones, too.
#![deny(warnings)]
use zellige::{atom::smem, ops::*, prelude::*};

fn tile<L: Layout, T: TilerFor<L>>(l: L, t: T) -> L::ZippedDivide<T> {
    l.zipped_divide(t)
}

fn first_tile<L: Layout, T: TilerFor<L>>(l: L, t: T, i: u32) -> (usize, usize) {
    let (tile, start) = l.zipped_divide(t).slice((.., i));
    (tile.size().usize(), start.usize() + tile.crd2idx(0u32).usize())
}

fn sum<L: Layout>(l: L) -> usize {
    (0..l.size().usize()).map(|i| l.crd2idx(i).usize()).sum()
}

fn chain<A: Layout>(a: A) -> Coalesce<Group<Flatten<ZippedDivide<A, Int<4>>>, Int<0>, Int<1>>> {
    a.zipped_divide(int!(4)).flatten().group(int!(0), int!(1)).coalesce()
}

struct Shared<L: Layout, const N: usize> {
    memory: [u16; N],
    layout: L,
}

impl<L: Layout, const N: usize> Shared<L, N> {
    fn at<C: CoordFor<L>>(&self, c: C) -> u16 {
        self.memory[self.layout.crd2idx(c).usize()]
    }
}

static ATOM: smem::LayoutKSw128Atom<Int<16>> = Layout::STATIC;

fn main() {
    let plain = layout!((8, 64) : (64, 1));
    assert_eq!(sum(plain), 511 * 512 / 2);
    assert_eq!(sum(ATOM), 511 * 512 / 2);
    assert_eq!(
        tile(ATOM, (int!(4), int!(8))).to_string(),
        "Sw<3,3,3> o _0 o ((_4,_8),(_2,_8)):((_64,_1),(_256,_8))"
    );
    assert_eq!(first_tile(ATOM, (int!(4), int!(8)), 1), (32, 256 ^ 32));
    assert_eq!(sum(chain(ATOM)), 511 * 512 / 2);
    assert_eq!(size_of_val(&ATOM), 0);

    type Tile = TileToShape<smem::LayoutMnSw64Atom<Int<16>>, shape!((64, 16))>;
    let shared = Shared::<_, { Tile::COSIZE }> {
        memory: core::array::from_fn(|i| i as u16),
        layout: Tile::STATIC,
    };
    assert_eq!(shared.at((33u32, 9u32)), Tile::offset((int!(33), int!(9))) as u16);
}
