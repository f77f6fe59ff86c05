//! Run-time integers that may be below 0.

use super::*;
use crate::stride::stride_reasons::NotUnsigned;

/// A run-time integer that may be negative: `Signed<i32>` or `Signed<isize>`.
///
/// It is the product of a negative stride and a run-time coordinate: an `i32` for a `u32`, an
/// `isize` for a `usize`. Overflow is checked as in Rust's own arithmetic, in debug builds.
///
/// ```
/// use zellige::{prelude::*, stride::Signed};
/// let pitch = Signed::new(-64i32);                // the rows of a picture, from bottom to top
/// let picture = layout!((8, 64) : (pitch, 1));
/// assert_eq!(picture.crd2idx((3u32, 5u32)), Signed::new(-3 * 64 + 5));
/// ```
///
/// It compares with a plain integer of its width. It converts from and to that integer by `into`,
/// and from an `i64` by `try_from`:
///
/// ```
/// # use zellige::{prelude::*, stride::Signed};
/// let offset = layout!((8, 64) : (-64, 1)).crd2idx((3u32, 5u32));
/// assert!(offset == -187);
/// let plain: i32 = offset.into();
/// assert_eq!((plain, Signed::from(plain)), (-187, offset));
/// ```
#[derive(Copy, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signed<T>(T);

/// A run-time integer with a sign: `Signed<i32>` or `Signed<isize>`.
///
/// ```
/// use zellige::{integer::mul, prelude::*, stride::{Signed, SignedInteger}};
/// fn twice<T: SignedInteger>(x: T) -> isize {
///     mul(x, int!(2)).isize()
/// }
/// assert_eq!(twice(Signed::new(-3i32)), -6);
/// ```
pub trait SignedInteger: Integer {
    /// The wider of self and 32 bits.
    type JoinI32: SignedInteger;
    /// The wider of self and the width of an address.
    type JoinIsize: SignedInteger;
}

impl<T: Copy> Signed<T> {
    /// Returns the run-time integer `value`.
    ///
    /// ```
    /// use zellige::{prelude::*, stride::Signed};
    /// assert_eq!(layout!((8, 64) : (Signed::new(-64i32), 1)).crd2idx((2u32, 5u32)), Signed::new(-123));
    /// ```
    #[inline(always)]
    pub const fn new(value: T) -> Self {
        Signed(value)
    }
    /// Returns its value.
    ///
    /// ```
    /// assert_eq!(zellige::stride::Signed::new(-64i32).get(), -64);
    /// ```
    #[inline(always)]
    pub const fn get(self) -> T {
        self.0
    }
}
macro_rules! signed {
    ($t:ident, $u:ident, $Join:ident, $with_i32:ty, $with_isize:ty) => {
        impl PartialEq<$t> for Signed<$t> {
            #[inline(always)]
            fn eq(&self, other: &$t) -> bool {
                self.0 == *other
            }
        }
        impl From<$t> for Signed<$t> {
            #[inline(always)]
            fn from(value: $t) -> Self {
                Signed(value)
            }
        }
        impl From<Signed<$t>> for $t {
            #[inline(always)]
            fn from(value: Signed<$t>) -> $t {
                value.0
            }
        }
        impl SignedInteger for Signed<$t> {
            type JoinI32 = $with_i32;
            type JoinIsize = $with_isize;
        }
        #[diagnostic::do_not_recommend]
        impl Integer for Signed<$t> {
            no_unsigned!();
            number_as_coordinate!();
            const IS_RUN_TIME: bool = true;
            type Apply<O: BinOp, R: Integer> = O::Signed<Self, R>;
            type ApplyStatic<O: BinOp, L: Nat> = O::Signed<Self, L>;
            type ApplyDynamic<O: BinOp, L: Dynamic> = O::Signed<Self, L>;
            type Ask<Q: Question, R: Integer> = B0;
            #[inline(always)]
            fn compute<O: BinOp, A: Integer, B: Integer>(a: A, b: B) -> Self {
                let value = O::run_signed(a.projected(), b.projected());
                debug_assert!(
                    O::IS_TOTAL || <$t>::try_from(value).is_ok(),
                    "{value} does not fit in {}",
                    stringify!($t)
                );
                Signed(value as $t)
            }
            #[inline(always)]
            fn u32(self) -> u32 {
                debug_assert!(u32::try_from(self.0).is_ok(), "{} does not fit in u32", self.0);
                self.0 as u32
            }
            #[inline(always)]
            fn usize(self) -> usize {
                debug_assert!(usize::try_from(self.0).is_ok(), "{} does not fit in usize", self.0);
                self.0 as usize
            }
            #[inline(always)]
            fn isize(self) -> isize {
                self.0 as isize
            }
            #[inline(always)]
            fn projected(self) -> i128 {
                self.0 as i128
            }
        }
        #[diagnostic::do_not_recommend]
        impl Linear for Signed<$t> {
            number!();
            type TimesMinus<N: Nat> = Self;
            type PlusMinus<N: Nat> = Self;
            type TimesSigned<T: SignedInteger> = T::$Join;
            type PlusSigned<T: SignedInteger> = T::$Join;
            type IsMinus<N: Nat> = B0;
            type Abs = $u;
            #[inline(always)]
            fn abs(self) -> $u {
                self.0.unsigned_abs()
            }
        }
    };
}
impl TryFrom<i64> for Signed<isize> {
    type Error = core::num::TryFromIntError;
    /// Converts a 64-bit stride, as other libraries describe arrays. This fails only if an address
    /// has 32 bits.
    #[inline(always)]
    fn try_from(value: i64) -> Result<Self, Self::Error> {
        isize::try_from(value).map(Signed)
    }
}
signed!(i32, u32, JoinI32, Signed<i32>, Signed<isize>);
signed!(isize, usize, JoinIsize, Signed<isize>, Signed<isize>);
