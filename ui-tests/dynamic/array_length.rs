// The length of an array from a layout with a run-time extent.
use zellige::prelude::*;

type Tile = Strided<(u32, Int<4>), (Int<4>, Int<1>)>;

const TILE: [f32; Tile::COSIZE] = [0.0; Tile::COSIZE];

fn main() {
    println!("{}", TILE.len());
}
