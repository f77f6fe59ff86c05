// A static integer past 64 bits as `usize`.
use zellige::prelude::*;

fn main() {
    println!("{}", layout!((281474976710656, 131072)).size().usize());
}
