// Memory for offsets past 2^64.
use zellige::prelude::*;

type Far = layout!((3, 281474976710656) : (1, 281474976710656));

fn main() {
    let _ = [0u8; Far::COSIZE];
}
