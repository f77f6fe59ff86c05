// typenum's table of const generics has no 1153: write `int!(1153)`.
use zellige::prelude::*;

pub type N = Int<1153>;

fn main() {
    let n = N::default();
    println!("{n:?}");
}
