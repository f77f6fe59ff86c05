// A function asks for a profile, and the composition does not exist: the profile says so, and
// `cargo zellige check` prints the sentence.
use zellige::prelude::*;

fn rows<L: Layout<Profile = (usize, usize)>>(matrix: L) -> usize {
    matrix.shape().head().leaf().usize()
}

fn main() {
    rows(layout!((4, 6, 8) : (1, 16, 256)).compose(layout!((6, 4))));
}
