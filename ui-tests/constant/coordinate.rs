// A constant of a module as coordinate.
use zellige::prelude::*;

mod tile {
    pub const ROW: usize = 3;
}

fn main() {
    let _ = coord!((tile::ROW, 5));
}
