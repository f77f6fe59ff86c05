// A swizzle of a swizzle of a swizzle, and so on.
use zellige::prelude::*;

type L = layout!(
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    Sw<1, 0, 1> o 0 o
    8 : 1
);

fn main() {}
