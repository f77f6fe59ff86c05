// `offset` at compile time, for a layout with a run-time stride.
use zellige::prelude::*;

const OFFSET: usize = Strided::<(Int<4>, Int<8>), (u32, Int<1>)>::offset((int!(1), int!(2)));

fn main() {
    println!("{OFFSET}");
}
