// A left inverse of rows that overlap.
use zellige::prelude::*;

fn main() {
    println!("{}", layout!((5, 6) : (1, 3)).left_inverse());
}
