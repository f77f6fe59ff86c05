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

assert_layout!(smem::LayoutMnSw32Atom<Int<8>> == Sw<1, 4, 3> o 0 o (32, 8));

/// A literal as a type, and with a run-time offset as a value.
fn part(start: u32) -> ComposedLayout<Swizzle<3, 3, 3>, u32, layout!((8, 64) : (64, 1))> {
    layout!(Sw<3, 3, 3> o start o (8, 64) : (64, 1))
}

static ATOM: smem::LayoutKSw128Atom<Int<16>> = Layout::STATIC;

fn main() {
    let plain = layout!((8, 64) : (64, 1));
    let literal: layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1)) = ATOM;
    assert_eq!(literal, ATOM);
    assert_eq!(part(64).crd2idx((0u32, 5u32)), ATOM.crd2idx((1u32, 5u32)));
    assert_eq!(layout!(Sw<2, 0, -3> o 0 o Sw<2, 0, 3> o 0 o 64).crd2idx(9u32), (9 ^ 1) ^ 0);
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
