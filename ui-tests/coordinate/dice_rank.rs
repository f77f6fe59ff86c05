// A coordinate of two modes for a layout with three.
use zellige::prelude::*;

fn main() {
    layout!((8, 16, 4) : (64, 1, 16)).dice((.., 3u32));
}
