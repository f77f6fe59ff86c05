// Literals inside other macros, from fragments of every kind.
#![deny(warnings)]
use zellige::prelude::*;

macro_rules! row_major {
    ($m:literal, $n:literal) => {
        layout!(($m, $n) : ($n, 1))
    };
}

macro_rules! of_tokens {
    ($($layout:tt)*) => {
        layout!($($layout)*)
    };
}

macro_rules! tile {
    ($Name:ident = $shape:tt : $stride:tt) => {
        type $Name = layout!($shape : $stride);
    };
}

macro_rules! column {
    ($m:expr) => {
        layout!(($m, 2) : (1, $m))
    };
}

tile!(Tile = (32, 16) : (16, 1));

fn main() {
    let a: row_major!(8, 4) = row_major!(8, 4);
    assert_eq!(a, layout!((8, 4) : (4, 1)));
    assert_eq!(of_tokens!((8, (2, 2)) : (4, (2, 1))).size().usize(), 32);
    assert_eq!(Tile::default().crd2idx((1u32, 1u32)), 17);
    let m = 5u32;
    assert_eq!(column!(m + 1).to_string(), "(6,_2):(_1,6)");
    assert_eq!(vec![layout!(4 : 1); 2].len(), 2);
    println!("{} {a}", layout!((8, 4)));
}
