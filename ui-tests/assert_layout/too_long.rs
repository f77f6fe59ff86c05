// Two layouts that differ in their last stride, past the 640 bytes of a message.
use zellige::{ops::*, prelude::*};

type Six = layout!((1, 1, 1, 1, 1, 1) : (281474976710656, 281474976710656, 281474976710656, 281474976710656, 281474976710656, 281474976710656));
type A = Concat<(Six, Six, Six, Six, Six, Six, layout!(2 : 1))>;
type B = Concat<(Six, Six, Six, Six, Six, Six, layout!(2 : 3))>;
assert_layout!(A == B);

fn main() {}
