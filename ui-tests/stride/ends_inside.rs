// Three of every four rows and on: the points are not a layout.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<IdentityLayout<shape!((4, 8))>, layout!(6 : 3)>);

fn main() {}
