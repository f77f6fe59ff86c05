//! Steps along an axis.

use core::marker::PhantomData;

use super::*;
use crate::refusal::{Leaves, Message, Reason, refused};
use crate::stride::stride_reasons::NotUnsigned;
use crate::tuple::access::Append;
use crate::tuple::tuple_reasons::NoSuchMode;
use zellige_macros::total;

/// V steps along the axis P, a tuple of static integers: `(1, 0)` is axis 0 within axis 1. CuTe:
/// `ScaledBasis`.
///
/// ```
/// use zellige::{prelude::*, stride::ScaledBasis};
/// assert_type_eq_all!(Strided<int!(4), ScaledBasis<int!(2), coord!((1,))>>, layout!(4 : 2@1));
/// ```
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash)]
pub struct ScaledBasis<V, P>(V, PhantomData<P>);

/// One step along the axis P, a tuple of static integers. CuTe: `E<1, 0>`.
///
/// ```
/// use zellige::{prelude::*, stride::E};
/// type Transposed = Strided<shape!((4, 8)), (E<coord!((1,))>, E<coord!((0,))>)>;
/// assert_type_eq_all!(Transposed, layout!((4, 8) : (1@1, 1@0)));
/// ```
pub type E<P> = ScaledBasis<N1, P>;

impl<V: Integer, P: IntTuple> ScaledBasis<V, P> {
    /// `v` steps along the axis P.
    ///
    /// ```
    /// use zellige::{integer::add, prelude::*, stride::ScaledBasis};
    /// let (two, five) = (ScaledBasis::<_, coord!((0,))>::new(2u32), ScaledBasis::<_, coord!((1,))>::new(5u32));
    /// assert_eq!(add(two, five).coordinate(), (2, 5));
    /// ```
    #[inline(always)]
    pub const fn new(v: V) -> Self {
        ScaledBasis(v, PhantomData)
    }
    /// The number of steps. CuTe: `basis_value`.
    ///
    /// ```
    /// use zellige::{prelude::*, stride::ScaledBasis};
    /// assert_eq!(ScaledBasis::<_, coord!((1,))>::new(5u32).value(), 5);
    /// ```
    #[doc(alias = "basis_value")]
    #[inline(always)]
    pub fn value(self) -> V {
        self.0
    }
}

#[diagnostic::do_not_recommend]
impl<V: Integer, P: IntTuple> Integer for ScaledBasis<V, P> {
    no_unsigned!();
    type Coordinate = Placed<V, P>;
    #[inline(always)]
    fn coordinate(self) -> Placed<V, P> {
        placed(self.0, P::UNCHECKED)
    }
    no_unsigned!(refused: NotUnsigned);
    const IS_RUN_TIME: bool = V::IS_RUN_TIME;
    type Apply<O: BinOp, R: Integer> = O::Steps<V, P, R>;
    type ApplyStatic<O: BinOp, L: Nat> = O::Steps<V, P, L>;
    type ApplyDynamic<O: BinOp, L: Dynamic> = O::Steps<V, P, L>;
    type Ask<Q: Question, R: Integer> = Q::Steps<V, P, R>;
    #[inline(always)]
    fn compute<O: BinOp, A: Integer, B: Integer>(a: A, b: B) -> Self {
        Self::new(V::compute::<O, A::Factor, B::Factor>(a.factor(), b.factor()))
    }
    fn isize(self) -> isize {
        const { NotUnsigned::<Self>::REFUSAL.raise() }
    }
    #[inline(always)]
    fn projected(self) -> i128 {
        let axis = const { axis_number(&P::LEAVES) };
        self.0.projected().wrapping_mul(axis)
    }
}
#[diagnostic::do_not_recommend]
impl<V: Integer, P: IntTuple> Linear for ScaledBasis<V, P> {
    type TimesMinus<N: Nat> = ScaledBasis<Mul<V, Negative<N>>, P>;
    type PlusMinus<N: Nat> = Unlike<Self, Negative<N>>;
    type TimesSigned<T: SignedInteger> = ScaledBasis<Mul<V, T>, P>;
    type PlusSigned<T: SignedInteger> = Unlike<Self, T>;
    type TimesSteps<V2: Integer, P2: IntTuple> = Unlike<Self, ScaledBasis<V2, P2>>;
    type PlusSteps<V2: Integer, P2: IntTuple> = SumOfSteps<V, P, V2, P2>;
    type TimesPoint<T: IntTuple> = Unlike<Self, ArithmeticTuple<T>>;
    type PlusPoint<T: IntTuple> = ArithmeticTuple<Plus<T, Placed<V, P>>>;
    type IsMinus<N: Nat> = B0;
    type IsSteps<V2: Integer, P2: IntTuple> = <Eq<V, V2> as Bool>::And<SameAxis<P, P2>>;
    type Abs = ScaledBasis<V::Abs, P>;
    type Factor = V;
    #[inline(always)]
    fn abs(self) -> Self::Abs {
        ScaledBasis::new(self.0.abs())
    }
    #[inline(always)]
    fn factor(self) -> V {
        self.0
    }
    type Along<N: Integer, S: IntTuple> = along::StrideAlong<V, P, N, S>;
    #[inline(always)]
    fn along<N: Integer, S: IntTuple>(self, n: N, s: S, faults: impl Faults) -> Self::Along<N, S> {
        if const { V::IS_RUN_TIME || N::IS_RUN_TIME || S::HAS_RUN_TIME } {
            faults.find(|| along::in_mode_fault::<V, P, N, S>(self.0, n, s));
        }
        along::stride_along(self.0, P::UNCHECKED, n, s)
    }
}

/// True if the axes `p` and `p2` are the same.
#[total(types)]
fn same_axis(p: IntTuple, p2: IntTuple) -> Bool {
    Integer::is_one(compare::is_same(p, p2))
}
/// The sum of `v` steps along `p` and `v2` along `p2`.
#[total(types)]
fn sum_of_steps(v: Integer, p: IntTuple, v2: Integer, p2: IntTuple) -> Integer {
    if same_axis(p, p2) {
        ScaledBasis(add(v, v2), p)
    } else {
        ArithmeticTuple(plus(placed(v, p), placed(v2, p2)))
    }
}

/// The point `v` steps along the axis `p`.
#[total]
pub(super) fn placed(v: Integer, p: IntTuple) -> IntTuple {
    match p.kind() {
        Leaf => refused::<NoSuchMode, usize>(),
        Empty => v,
        Node => after_zeros(along::first_axis(p), placed(v, p.tail())),
    }
}
/// The tuple of `n` zeros, followed by `x`.
#[total]
fn after_zeros(n: Nat, x: IntTuple) -> IntTuple {
    if n.is_zero() { (x,) } else { prepended(after_zeros(pred(n), x), 0) }
}

/// One step along each mode of S: `(1@0,(1@0@1,1@1@1))` for `(4,(2,3))`. CuTe: `make_basis_like`.
///
/// ```
/// use zellige::{prelude::*, stride::BasisLike};
/// assert_type_eq_all!(Strided<shape!((4, (2, 3))), BasisLike<shape!((4, (2, 3)))>>, layout!((4, (2, 3)) : (1@0, (1@0@1, 1@1@1))));
/// ```
#[doc(alias = "make_basis_like")]
#[total(types)]
pub fn basis_like(s: IntTuple) -> IntTuple {
    steps_from(s, (), 0)
}
/// One step along each mode of `s`, where `p` is the path so far and `i` the number of the first
/// mode.
#[total(types)]
fn steps_from(s: IntTuple, p: IntTuple, i: Nat) -> IntTuple {
    match s.kind() {
        Leaf => step(p),
        Empty => (),
        Node => prepended(steps_from(s.tail(), p, succ(i)), steps_from(s.head(), append(p, i), 0)),
    }
}
/// One step along `p`; the only mode of a number is the number itself.
#[total(types)]
fn step(p: IntTuple) -> Integer {
    if p.is_empty() { 1 } else { E::<P> }
}

/// Returns the number that represents one step along an axis. These numbers are far apart, and
/// small sums of their multiples are not 0.
const fn axis_number(axis: &Leaves) -> i128 {
    let (mut number, mut i) = (1, 0);
    while i < axis.len {
        let entry = match axis.value[i] {
            Some(entry) => entry as u64,
            None => 0,
        };
        number = axis_of(number, entry);
        i += 1;
    }
    number
}
/// Returns the number of axis `i` within the axis of the number `number`: its bits, mixed.
pub(super) const fn axis_of(number: i128, i: u64) -> i128 {
    let mut mixed =
        (number as u128) ^ (i as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    let mut round = 0;
    while round < 3 {
        mixed ^= mixed >> 61;
        mixed = mixed.wrapping_mul(0xda94_2042_e4dd_58b5_2545_f491_4f6c_dd1d);
        round += 1;
    }
    (mixed ^ (mixed >> 67)) as i128
}

/// `1@0@1` for 1 step along axis 0 of axis 1.
pub(crate) const fn axis_text(value: Message, axis: &Leaves) -> Message {
    let (mut text, mut i) = (value, axis.len);
    while i > 0 {
        i -= 1;
        text = match axis.value[i] {
            Some(number) => text.s("@").u(number as u64),
            None => text.s("@?"),
        };
    }
    text
}
