// A shape where a layout is expected.
use zellige::construct::make_layout_like;
use zellige::prelude::*;

fn main() {
    make_layout_like(shape!((4, 4)));
}
