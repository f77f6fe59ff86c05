// In a function, with the error at its location.
use zellige::{ops::*, prelude::*};

fn main() {
    let a = layout!((4, 8) : (1, 10));
    assert_layout!(Compose<layout!((4, 8) : (1, 10)), layout!(6 : 1)>);
    println!("{a}");
}
