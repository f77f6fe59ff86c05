// Windows of 1000 at every 100th of a million elements: too many to be counted.
use zellige::prelude::*;

const DISTINCT: usize = <layout!((1000, 10000) : (1, 100))>::IMAGE_SIZE;

fn main() {
    let _ = DISTINCT;
}
