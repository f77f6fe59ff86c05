// The modes of an identity layout as numbers: its strides are steps along axes.
use zellige::prelude::*;

fn main() {
    let _ = layout!((4, 8) : (1@0, 1@1)).modes();
}
