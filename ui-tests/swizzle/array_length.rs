// The offset is known only at run time, and so is the memory that it needs.
use zellige::prelude::*;

type Part = ComposedLayout<Swizzle<3, 3, 3>, u32, layout!(64 : 1)>;

pub static MEMORY: [u16; Part::COSIZE] = [0; Part::COSIZE];

fn main() {}
