// Braces around a part of an expression.
use zellige::prelude::*;

const BM: usize = 128;
pub type Tile = layout!(({ BM } * 2, 64));

fn main() {}
