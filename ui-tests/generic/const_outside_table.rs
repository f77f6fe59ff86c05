// Not every number has an `Int`; `int!` writes all of them.
use zellige::prelude::*;

pub type Pitch = Int<1152>;

fn main() {
    let _: Pitch = int!(1152);
}
