// A refused operation is a type like any other, until it is used: a program may ask for the reason.
#![deny(warnings)]
use zellige::{ops::*, prelude::*, refusal::Code};

type Carry = Compose<layout!((6, 2) : (1, 7)), layout!((3, 2) : (2, 3))>;
type Extent = Compose<layout!((4, 8) : (1, 10)), layout!(6 : 1)>;

const fn code<L: Layout>() -> Option<Code> {
    match L::REFUSAL {
        Some(refusal) => Some(refusal.code),
        None => None,
    }
}

fn main() {
    assert_eq!(code::<layout!((8, 4))>(), None);
    assert_eq!(code::<Carry>(), Some(Code::Carry));
    assert_eq!(code::<Extent>(), Some(Code::ExtentNotDivisible));
    assert_eq!(code::<RightInverse<Flatten<Extent>>>(), Some(Code::ExtentNotDivisible));
    assert_eq!(code::<Complement<layout!((4, 4) : (1, 6)), int!(64)>>(), Some(Code::Gap));
    assert_eq!(code::<Get<layout!((8, 4)), int!(2)>>(), Some(Code::NoSuchMode));
    let message = Extent::REFUSAL.unwrap();
    assert!(message.message().starts_with("composition(A, B): mode 0 of B (6:1)"), "{message}");
}
