// A generic layout in a constant may have run-time integers.
use zellige::prelude::*;

pub struct Tile<L>(L);
impl<L: Layout> Tile<L> {
    pub const LAYOUT: L = L::STATIC;
}
pub const TILE: Strided<(u32, Int<8>), (Int<8>, Int<1>)> = Tile::LAYOUT;

fn main() {}
