// The literals need no import, and no item of the user can interfere with them.
#![deny(warnings)]
#![no_implicit_prelude]

mod core {}
mod std {}
mod typenum {}
#[allow(dead_code)]
struct Strided;
#[allow(dead_code)]
trait Layout {}

type A = ::zellige::layout!((8, 4) : (4, 1));
type N = ::zellige::int!(1152);
type S = ::zellige::shape!((32, ..));
::zellige::assert_layout!(A == (8, 4) : row);

fn main() {
    let m = 3u32;
    let _ = ::zellige::layout!((m, 4) : (4, 1));
    let _: ::zellige::find_layout!([0, 2, 4]) = ::zellige::layout!(3 : 2);
    let _: (A, N, S) = (
        ::zellige::layout!((8, 4) : row),
        ::zellige::int!(1152),
        ::zellige::coord!((32, ..)),
    );
}
