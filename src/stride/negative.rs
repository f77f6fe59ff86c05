//! Static integers below 0.

use core::marker::PhantomData;

use super::*;
use crate::refusal::Reason;
use crate::stride::stride_reasons::NotUnsigned;
use zellige_macros::total;

/// The static integer -N, for example the stride of `layout!(4 : -1)`.
///
/// ```
/// use zellige::{prelude::*, stride::Negative};
/// let a = layout!((4, 8) : (-8, 1));
/// let offset: Negative<int!(23)> = a.crd2idx((int!(3), int!(1)));
/// assert_eq!(offset.isize(), -3 * 8 + 1);
/// assert_eq!(a.crd2idx((3u32, 1u32)).isize(), -23);
/// ```
pub struct Negative<N>(PhantomData<N>);

impl<N> Copy for Negative<N> {}
impl<N> Clone for Negative<N> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<N> Default for Negative<N> {
    fn default() -> Self {
        Self::UNIT
    }
}
impl<N> Negative<N> {
    /// The only value.
    pub(crate) const UNIT: Self = Negative(PhantomData);
}
impl<N> PartialEq for Negative<N> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<N> core::cmp::Eq for Negative<N> {}
impl<N> core::hash::Hash for Negative<N> {
    fn hash<H: core::hash::Hasher>(&self, _: &mut H) {}
}

#[diagnostic::do_not_recommend]
impl<M: Nat> Integer for Negative<M> {
    no_unsigned!();
    number_as_coordinate!();
    no_unsigned!(refused: NotUnsigned);
    type Apply<O: BinOp, R: Integer> = O::Minus<M, R>;
    type ApplyStatic<O: BinOp, L: Nat> = O::Minus<M, L>;
    type ApplyDynamic<O: BinOp, L: Dynamic> = O::Minus<M, L>;
    type Ask<Q: Question, R: Integer> = Q::Minus<M, R>;
    #[inline(always)]
    fn compute<O: BinOp, A: Integer, B: Integer>(_: A, _: B) -> Self {
        Self::UNIT
    }
    #[inline(always)]
    fn isize(self) -> isize {
        const { -(fitting::<M>("-", isize::MAX as u128, "isize") as isize) }
    }
    #[inline(always)]
    fn projected(self) -> i128 {
        const { -(M::N as i128) }
    }
}
#[diagnostic::do_not_recommend]
impl<M: Nat> Linear for Negative<M> {
    number!();
    type TimesMinus<N: Nat> = M::Mul<N>;
    type PlusMinus<N: Nat> = Negative<M::Add<N>>;
    type TimesSigned<T: SignedInteger> = T;
    type PlusSigned<T: SignedInteger> = T;
    type IsMinus<N: Nat> = M::Eq<N>;
    type Abs = M;
    #[inline(always)]
    fn abs(self) -> M {
        M::UNIT
    }
}

/// a - n
#[doc(hidden)]
#[total(types)]
pub fn difference(a: Nat, n: Nat) -> Integer {
    if ge(a, n) { a.sub(n) } else { Negative(n.sub(a)) }
}
