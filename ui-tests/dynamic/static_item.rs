// A static layout with a run-time extent.
use zellige::prelude::*;

static A: Strided<(u32, Int<64>), (Int<64>, Int<1>)> = Layout::STATIC;

fn main() {
    println!("{A}");
}
