// A method that is refused at its call.
use zellige::prelude::*;

fn main() {
    let a = layout!((4, 8) : (1, 10));
    println!("{}", a.compose(layout!(6 : 1)));
}
