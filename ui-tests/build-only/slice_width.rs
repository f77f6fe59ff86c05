// The first elements of the planes begin past 2^32.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 65536, 65537) : (1, 8, 524288));
    println!("{}", a.slice((.., 1u32, 65536u32)).1);
}
