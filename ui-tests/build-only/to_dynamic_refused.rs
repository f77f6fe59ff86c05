// A refused layout at run time: it has no numbers.
use zellige::{ops::*, prelude::*};

fn main() {
    type Gaps = Complement<layout!((4, 4) : (1, 6)), int!(64)>;
    println!("{}", Gaps::default().to_dynamic());
}
