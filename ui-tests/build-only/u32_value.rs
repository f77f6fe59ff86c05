// A static integer past 32 bits as `u32`.
use zellige::prelude::*;

fn main() {
    println!("{}", int!(4294967296).u32());
}
