// A refused composition as a type, used as a value.
use zellige::{ops::*, prelude::*};

type Tile = Compose<layout!((4, 8) : (1, 10)), layout!(6 : 1)>;

fn main() {
    let _ = Tile::default().crd2idx(3u32);
}
