//! Points: sums of steps along several axes.

use super::*;
use crate::refusal::{Message, Reason};
use crate::stride::stride_reasons::{NotUnsigned, PointAsNumber};
use zellige_macros::total;

/// A point: a sum of steps along several axes, as the tuple of their numbers. CuTe:
/// `ArithmeticTuple`.
///
/// ```
/// use zellige::{construct::make_identity_layout, prelude::*};
/// let here = make_identity_layout(shape!((4, (2, 3))));
/// let point = here.crd2idx((1u32, (0u32, 2u32)));
/// assert_eq!(point.coordinate(), (1, (0, 2)));
/// assert_eq!(here.crd2idx(21u32).coordinate(), (1, (1, 2)));
/// ```
#[doc(alias = "make_inttuple_iter")]
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash)]
pub struct ArithmeticTuple<T>(T);

impl<T: IntTuple> ArithmeticTuple<T> {
    /// The point with these numbers.
    ///
    /// ```
    /// use zellige::{integer::add, prelude::*, stride::ArithmeticTuple};
    /// let (a, b) = (ArithmeticTuple::new((1u32, 2u32)), ArithmeticTuple::new((10u32, 20u32)));
    /// assert_eq!(add(a, b).coordinate(), (11, 22));
    /// ```
    #[doc(alias = "make_arithmetic_tuple")]
    #[inline(always)]
    pub const fn new(t: T) -> Self {
        ArithmeticTuple(t)
    }
}
#[diagnostic::do_not_recommend]
impl<T: IntTuple> Integer for ArithmeticTuple<T> {
    no_unsigned!();
    type Coordinate = T;
    #[inline(always)]
    fn coordinate(self) -> T {
        self.0
    }
    no_unsigned!(refused: PointAsNumber);
    const IS_RUN_TIME: bool = T::HAS_RUN_TIME;
    type Apply<O: BinOp, R: Integer> = O::Point<T, R>;
    type ApplyStatic<O: BinOp, L: Nat> = O::Point<T, L>;
    type ApplyDynamic<O: BinOp, L: Dynamic> = O::Point<T, L>;
    type Ask<Q: Question, R: Integer> = B0;
    #[inline(always)]
    fn compute<O: BinOp, A: Integer, B: Integer>(a: A, b: B) -> Self {
        ArithmeticTuple(T::combine::<O, _, _>(a.coordinate(), b.coordinate()))
    }
    fn isize(self) -> isize {
        const { PointAsNumber::<Self>::REFUSAL.raise() }
    }
    #[inline(always)]
    fn projected(self) -> i128 {
        projected_on(self.0, 1)
    }
}
#[diagnostic::do_not_recommend]
impl<T: IntTuple> Linear for ArithmeticTuple<T> {
    type TimesMinus<N: Nat> = ArithmeticTuple<Scaled<T, Negative<N>>>;
    type PlusMinus<N: Nat> = Unlike<Self, Negative<N>>;
    type TimesSigned<X: SignedInteger> = ArithmeticTuple<Scaled<T, X>>;
    type PlusSigned<X: SignedInteger> = Unlike<Self, X>;
    type TimesSteps<V: Integer, P: IntTuple> = Unlike<Self, ScaledBasis<V, P>>;
    type PlusSteps<V: Integer, P: IntTuple> = ArithmeticTuple<Plus<T, Placed<V, P>>>;
    type TimesPoint<T2: IntTuple> = Unlike<Self, ArithmeticTuple<T2>>;
    type PlusPoint<T2: IntTuple> = ArithmeticTuple<Plus<T, T2>>;
    type IsMinus<N: Nat> = B0;
    type IsSteps<V: Integer, P: IntTuple> = B0;
    type Abs = Self;
    type Factor = UTerm;
    #[inline(always)]
    fn abs(self) -> Self {
        self
    }
    #[inline(always)]
    fn factor(self) -> UTerm {
        UTerm
    }
    type Along<N: Integer, S: IntTuple> = Refused<NotUnsigned<Self>>;
    #[inline(always)]
    fn along<N: Integer, S: IntTuple>(self, _: N, _: S, _: impl Faults) -> Self::Along<N, S> {
        Refused::UNIT
    }
}

/// Returns how many steps along the axis with this number the offset `o` is: for a layout of
/// coordinates, the entry of the coordinate. CuTe: `get<axis>` of the `ArithmeticTuple`.
///
/// ```
/// use zellige::{prelude::*, stride::steps_along};
/// let all = make_identity_layout((4u32, 8u32));
/// let at = all.crd2idx((1u32, 6u32));
/// assert_eq!((steps_along(at, 0), steps_along(at, 1), steps_along(at, 2)), (1, 6, 0));
/// assert_eq!(steps_along(all.mode_stride().tail().head(), 1), 1); // 1@1
/// ```
///
/// An offset that is a number other than 0, or has an axis within an axis, does not compile: `the
/// offset ? is not a number of steps along axes`.
///
/// ```compile_fail,E0080
/// # use zellige::stride::steps_along;
/// steps_along(5u32, 0);
/// ```
#[inline(always)]
pub fn steps_along<O: Integer>(o: O, axis: usize) -> u32 {
    const { check_axes::<O::Coordinate>() }
    <<O::Coordinate as IntTuple>::Kind as StepsAlong>::steps(o.coordinate(), axis)
}
/// [`steps_along`] for any offset of the type O, if that is static.
///
/// ```
/// use zellige::{prelude::*, stride::{ScaledBasis, known_steps_along}};
/// type Down = ScaledBasis<u32, coord!((0,))>;
/// assert_eq!((known_steps_along::<Down>(0), known_steps_along::<Down>(1)), (None, Some(0)));
/// ```
#[must_use]
pub const fn known_steps_along<O: Integer>(axis: usize) -> Option<u64> {
    check_axes::<O::Coordinate>();
    let is_tuple = <<O::Coordinate as IntTuple>::Kind as StepsAlong>::IS_TUPLE;
    if !is_tuple || axis >= O::Coordinate::COUNT {
        return Some(0);
    }
    match O::Coordinate::LEAVES.value[axis] {
        Some(steps) => Some(steps as u64),
        None => None,
    }
}
/// Refuses a coordinate that does not have a number for each of some axes.
const fn check_axes<T: IntTuple>() {
    let leaves = T::LEAVES;
    let is_point = if <T::Kind as StepsAlong>::IS_TUPLE {
        T::COUNT as u64 == <T::Rank as Integer>::KNOWN
    } else {
        matches!(leaves.value[0], Some(0))
    };
    // A refused offset reports its own error.
    if !is_point && leaves.refused.is_none() {
        let m = Message::new().s("the offset ").cat(&T::TEXT);
        m.s(" is not a number of steps along axes").raise()
    }
}
/// The entry of a tuple, dispatched on the kind of the tuple.
#[doc(hidden)]
pub trait StepsAlong {
    /// True if it is a tuple.
    const IS_TUPLE: bool;
    /// The entry `axis`, or 0 if there are fewer.
    fn steps<T: IntTuple>(t: T, axis: usize) -> u32;
}
impl StepsAlong for Leaf {
    const IS_TUPLE: bool = false;
    #[inline(always)]
    fn steps<T: IntTuple>(_: T, _: usize) -> u32 {
        0
    }
}
impl StepsAlong for Empty {
    const IS_TUPLE: bool = true;
    #[inline(always)]
    fn steps<T: IntTuple>(_: T, _: usize) -> u32 {
        0
    }
}
impl StepsAlong for Node {
    const IS_TUPLE: bool = true;
    #[inline(always)]
    fn steps<T: IntTuple>(t: T, axis: usize) -> u32 {
        match axis {
            0 => t.head().leaf().u32(),
            _ => <<T::Tail as IntTuple>::Kind as StepsAlong>::steps(t.tail(), axis - 1),
        }
    }
}

/// Returns the sum of the numbers of `t`, each times the number of its axis within the axis of the
/// number `axis`.
#[inline(always)]
fn projected_on<T: IntTuple>(t: T, axis: i128) -> i128 {
    <T::Kind as ProjectedOn>::projected(t, axis, 0)
}
/// The sum of the numbers of a tuple, each times the number of its axis; dispatched on the kind of
/// the tuple.
#[doc(hidden)]
pub trait ProjectedOn {
    /// The sum of the entries of `t` from the entry `first` on.
    fn projected<T: IntTuple>(t: T, axis: i128, first: u64) -> i128;
}
impl ProjectedOn for Leaf {
    #[inline(always)]
    fn projected<T: IntTuple>(t: T, axis: i128, _: u64) -> i128 {
        t.leaf().projected().wrapping_mul(axis)
    }
}
impl ProjectedOn for Empty {
    #[inline(always)]
    fn projected<T: IntTuple>(_: T, _: i128, _: u64) -> i128 {
        0
    }
}
impl ProjectedOn for Node {
    #[inline(always)]
    fn projected<T: IntTuple>(t: T, axis: i128, first: u64) -> i128 {
        let head = projected_on(t.head(), scaled_basis::axis_of(axis, first));
        head.wrapping_add(<<T::Tail as IntTuple>::Kind as ProjectedOn>::projected(
            t.tail(),
            axis,
            first + 1,
        ))
    }
}

/// The sum of two points, entry by entry. A shorter tuple continues with zeros, and so does 0.
#[doc(hidden)]
#[total(types)]
pub fn plus(a: IntTuple, b: IntTuple) -> IntTuple {
    match a.kind() {
        Leaf => match b.kind() {
            Leaf => add(a.leaf(), b.leaf()),
            Empty => a.leaf(),
            Node => {
                if a.leaf().is_zero() {
                    b
                } else {
                    refused::<UnlikeStrides<A::Leaf, B>, usize>()
                }
            }
        },
        Empty => b,
        Node => match b.kind() {
            Leaf => {
                if b.leaf().is_zero() {
                    a
                } else {
                    refused::<UnlikeStrides<A, B>, usize>()
                }
            }
            Empty => a,
            Node => prepended(plus(a.tail(), b.tail()), plus(a.head(), b.head())),
        },
    }
}
/// The point `t` times `x`.
#[doc(hidden)]
#[total(types)]
pub fn scaled(t: IntTuple, x: Integer) -> IntTuple {
    match t.kind() {
        Leaf => mul(t.leaf(), x),
        Empty => (),
        Node => prepended(scaled(t.tail(), x), scaled(t.head(), x)),
    }
}
