//! How the macros write numbers: as hexadecimal digits, as constant expressions, as values.

use super::{B0, B1, N1, Nat, Positive, UInt, UTerm};

/// The only value of the zero-sized type `T`.
///
/// typenum's numbers can be created by `Default`, which a `const` may not call, and their fields
/// are private. A static layout must be usable in a `const`. This is the only place outside
/// `tensor` that needs `unsafe`.
#[allow(unsafe_code)]
pub(crate) const fn unit<T: Nat>() -> T {
    const { assert!(size_of::<T>() == 0) };
    // SAFETY: T is zero-sized (asserted), so no bytes can be invalid, and it is one of
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

/// The largest static number.
pub const LIMIT: u64 = 1 << 48;

/// The number of bits of a [`Digit`]: seven digits make the 49 bits of 2^48.
const WIDTH: u32 = 7;

/// Returns the digit of `n` at `place`, in base 128: 0 is the lowest place, 6 the first of
/// [`Number`]. Only the first digit refuses a number that is too large, so that the error is
/// reported once.
#[track_caller]
pub const fn digit(n: usize, place: u32) -> u8 {
    assert!(place < 6 || n as u64 <= LIMIT, "a static integer is at most 2^48 = 281474976710656");
    ((n as u64 >> (WIDTH * place)) & ((1 << WIDTH) - 1)) as u8
}

// The operators of a constant expression modulo 2^64, for all of its digits but the first: only the
// first reports errors.

/// `a + b`
pub const fn sum(a: usize, b: usize) -> usize {
    a.wrapping_add(b)
}
/// `a - b`
pub const fn difference(a: usize, b: usize) -> usize {
    a.wrapping_sub(b)
}
/// `a * b`
pub const fn product(a: usize, b: usize) -> usize {
    a.wrapping_mul(b)
}
/// `a / b`, 0 if b is 0
pub const fn quotient(a: usize, b: usize) -> usize {
    match b {
        0 => 0,
        b => a / b,
    }
}
/// `a % b`, 0 if b is 0
pub const fn remainder(a: usize, b: usize) -> usize {
    match b {
        0 => 0,
        b => a % b,
    }
}

/// `n`, for `layout!(8 : -{n})`.
#[track_caller]
pub const fn not_zero(n: usize) -> usize {
    assert!(n != 0, "this stride is 0: write it without the minus");
    n
}

/// The number with these digits in base 128, the most significant first; leading zeros are free.
///
/// `int!({BM * BK})` evaluates the seven digits of the expression, [`digit`] by digit.
pub struct Number<
    const D6: u8,
    const D5: u8,
    const D4: u8,
    const D3: u8,
    const D2: u8,
    const D1: u8,
    const D0: u8,
>;

/// A digit in base 128 as a const generic argument.
pub struct Digit<const D: u8>;

/// A digit, alone or after others.
pub trait Digits {
    /// Self, without leading zeros.
    type Alone: Before;
    /// 128 N + self.
    type After<N: Positive>: Before;
}

/// The digits before another digit.
pub trait Before: Nat {
    /// 128 self + D.
    type Then<D: Digits>: Before;
}
impl Before for UTerm {
    type Then<D: Digits> = D::Alone;
}
impl Before for N1 {
    type Then<D: Digits> = D::After<Self>;
}
impl<U: Positive> Before for UInt<U, B0> {
    type Then<D: Digits> = D::After<Self>;
}
impl<U: Positive> Before for UInt<U, B1> {
    type Then<D: Digits> = D::After<Self>;
}

/// Implements [`Digits`] for all digits that start with these bits.
macro_rules! digits {
    ($b6:ident $b5:ident $b4:ident $b3:ident $b2:ident $b1:ident $b0:ident) => {
        impl Digits for Digit<{ digits!(@value 0; $b6 $b5 $b4 $b3 $b2 $b1 $b0) }> {
            type Alone = digits!(@alone $b6 $b5 $b4 $b3 $b2 $b1 $b0);
            type After<N: Positive> = digits!(@after N, $b6 $b5 $b4 $b3 $b2 $b1 $b0);
        }
    };
    (@value $high:expr; B0 $($rest:ident)*) => { digits!(@value 2 * $high; $($rest)*) };
    (@value $high:expr; B1 $($rest:ident)*) => { digits!(@value 2 * $high + 1; $($rest)*) };
    (@value $digit:expr;) => { $digit };
    (@alone B0 $($bit:ident)*) => { digits!(@alone $($bit)*) };
    (@alone B1 $($bit:ident)*) => { digits!(@after UInt<UTerm, B1>, $($bit)*) };
    (@alone) => { UTerm };
    (@after $N:ty, $bit:ident $($rest:ident)*) => { digits!(@after UInt<$N, $bit>, $($rest)*) };
    (@after $N:ty,) => { $N };
    ($($bit:ident)*) => {
        digits!($($bit)* B0);
        digits!($($bit)* B1);
    };
}
digits!();
