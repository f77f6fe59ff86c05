// The last tiles begin past 2^32.
use zellige::prelude::*;

fn main() {
    let a = layout!((131072, 65536) : (65536, 1));
    println!("{}", a.local_tile((int!(128), int!(128)), (1023u32, 511u32)).1);
}
