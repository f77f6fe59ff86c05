//! How the macros write numbers: as hexadecimal digits, as constant expressions, as values.

use super::{B0, B1, Bool, Nat, UInt, UTerm};

/// The only value of the zero-sized type `T`.
///
/// typenum's numbers can be made by `Default`, which no `const` may call, and their fields are
/// private; a static layout must be usable in a `const`. This is the one place outside `tensor` that
/// needs `unsafe`.
#[allow(unsafe_code)]
pub(crate) const fn unit<T: Nat>() -> T {
    const { assert!(size_of::<T>() == 0) };
    // SAFETY: T is zero-sized (asserted), so it has no bytes to be wrong, and it is one of
    // typenum's numbers (only they implement `Nat` with this constructor), which are inhabited,
    // `Copy` and carry no invariant: `T::default()` makes the same value in safe code.
    unsafe { core::mem::transmute_copy::<(), T>(&()) }
}

/// Hexadecimal digits: 0x3a is `DA<H3>`. `H` is the first digit, `D` a following one.
pub mod hex {
    use super::{B0, B1, UInt, UTerm};

    macro_rules! digits {
        ($($H:ident $D:ident $b3:ident $b2:ident $b1:ident $b0:ident, $h:ty;)*) => { $(
            #[doc = concat!("The digit ", stringify!($H), ", first.")]
            pub type $H = $h;
            #[doc = concat!("The digit ", stringify!($D), ", after T.")]
            pub type $D<T> = UInt<UInt<UInt<UInt<T, $b3>, $b2>, $b1>, $b0>;
        )* };
    }
    digits! {
        H0 D0 B0 B0 B0 B0, UTerm;
        H1 D1 B0 B0 B0 B1, UInt<UTerm, B1>;
        H2 D2 B0 B0 B1 B0, UInt<H1, B0>;
        H3 D3 B0 B0 B1 B1, UInt<H1, B1>;
        H4 D4 B0 B1 B0 B0, UInt<H2, B0>;
        H5 D5 B0 B1 B0 B1, UInt<H2, B1>;
        H6 D6 B0 B1 B1 B0, UInt<H3, B0>;
        H7 D7 B0 B1 B1 B1, UInt<H3, B1>;
        H8 D8 B1 B0 B0 B0, UInt<H4, B0>;
        H9 D9 B1 B0 B0 B1, UInt<H4, B1>;
        HA DA B1 B0 B1 B0, UInt<H5, B0>;
        HB DB B1 B0 B1 B1, UInt<H5, B1>;
        HC DC B1 B1 B0 B0, UInt<H6, B0>;
        HD DD B1 B1 B0 B1, UInt<H6, B1>;
        HE DE B1 B1 B1 B0, UInt<H7, B0>;
        HF DF B1 B1 B1 B1, UInt<H7, B1>;
    }
}

/// Static numbers reach up to this one.
pub const LIMIT: u64 = 1 << 48;

/// The hexadecimal digit of `n` at `place` (0 is the lowest, 12 the first of [`Number`]). Only the
/// first one refuses a number that is too large, so that the error comes once.
#[track_caller]
pub const fn digit(n: usize, place: u32) -> u8 {
    assert!(
        place < 12 || n as u64 <= LIMIT,
        "int!: a static integer is at most 2^48 = 281474976710656"
    );
    ((n as u64 >> (4 * place)) & 15) as u8
}

/// The number with these hexadecimal digits, the most significant first; leading zeros are free.
///
/// `int!({BM * BK})` asks for the thirteen digits of the expression, [`digit`] by digit.
#[rustfmt::skip]
pub struct Number<
    const C: u8, const B: u8, const A: u8, const D9: u8, const D8: u8, const D7: u8, const D6: u8,
    const D5: u8, const D4: u8, const D3: u8, const D2: u8, const D1: u8, const D0: u8,
>;

/// A hexadecimal digit as a const generic argument.
pub struct Digit<const D: u8>;

/// The digit after the digits of `N`.
pub trait After {
    /// 16 N + self.
    type After<N: Nat>: Nat;
}
macro_rules! after {
    ($($d:literal $b3:ident $b2:ident $b1:ident $b0:ident;)*) => { $(
        impl After for Digit<$d> {
            type After<N: Nat> = <$b0 as Bool>::Push<<$b1 as Bool>::Push<<$b2 as Bool>::Push<<$b3 as Bool>::Push<N>>>>;
        }
    )* };
}
after! {
    0 B0 B0 B0 B0; 1 B0 B0 B0 B1; 2 B0 B0 B1 B0; 3 B0 B0 B1 B1;
    4 B0 B1 B0 B0; 5 B0 B1 B0 B1; 6 B0 B1 B1 B0; 7 B0 B1 B1 B1;
    8 B1 B0 B0 B0; 9 B1 B0 B0 B1; 10 B1 B0 B1 B0; 11 B1 B0 B1 B1;
    12 B1 B1 B0 B0; 13 B1 B1 B0 B1; 14 B1 B1 B1 B0; 15 B1 B1 B1 B1;
}
