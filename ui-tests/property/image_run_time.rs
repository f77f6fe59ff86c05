// The image of a layout with a run-time extent has no static size.
use zellige::prelude::*;

type Rows = Strided<(u32, int!(64)), (int!(64), int!(1))>;
const SIZE: usize = Rows::IMAGE_SIZE;

fn main() {
    let _ = SIZE;
}
