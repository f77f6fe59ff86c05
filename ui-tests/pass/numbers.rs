// Static integers: literals up to 2^48, constant expressions, and typenum's names.
#![deny(warnings)]
use zellige::{prelude::*, typenum};

const BM: usize = 64;
const BK: usize = 32;
type Padded = int!({ BM * BK + 8 });
type Named = int!(BM);
type Largest = int!(281474976710656);

const fn halved(n: usize) -> usize {
    n / 2
}

fn main() {
    assert_type_eq_all!(Int<8>, int!(8), int!(0x8), typenum::U8);
    assert_type_eq_all!(Named, int!(64), int!(0b100_0000), Int<64>);
    assert_type_eq_all!(Padded, int!(2056), int!(BM * BK + 8));
    assert_type_eq_all!(int!(0), typenum::U0, int!({ BM - 64 }));
    assert_type_eq_all!(int!(halved(BM)), int!(size_of::<[u32; 8]>()), int!(1 << 5));
    assert_eq!((int!(1153).usize(), int!(1153).u32()), (1153, 1153));
    assert_eq!(Largest::default().usize(), 1 << 48);
    let _: Strided<(Padded, int!(4)), (int!(4), Int<1>)> = layout!((2056, 4) : (4, 1));
    assert_eq!(size_of::<Largest>(), 0);
}
