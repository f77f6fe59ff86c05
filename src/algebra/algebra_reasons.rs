//! The reasons why an operation on layouts has no result, and the names of operations in them.

use super::complement::Rule;
use super::flat_modes::Modes;
use super::outer_function::Outer;
use super::swizzle;
use super::walk::Extension;
use crate::integer::Integer;
use crate::number::Nat;
use crate::refusal::explain;
use crate::refusal::leaves::Numbers;
use crate::refusal::names::{self, Names};
use crate::refusal::{Code, Message, Reason, Refusal, earlier_or, reasons};
use crate::stride::stride_reasons::NotUnsigned;
use crate::tuple::IntTuple;
use crate::tuple::measure::Product;

/// The operation on whose behalf a composition is computed.
pub trait Operation: 'static {
    /// The names of the operation and its operands in error messages.
    const NAMES: Names;
}
/// The operation `composition(A, B)`.
pub struct Composition;
impl Operation for Composition {
    const NAMES: Names = names::COMPOSITION;
}
/// The operation `logical_divide(A, B)`: A composed with (B, rest).
pub struct LogicalDivide;
impl Operation for LogicalDivide {
    const NAMES: Names = names::LOGICAL_DIVIDE;
}
/// The operation `logical_product(A, B)`: what A leaves out, composed with B.
pub struct LogicalProduct;
impl Operation for LogicalProduct {
    const NAMES: Names = names::LOGICAL_PRODUCT;
}

/// Returns the refusal of X as an unsigned number, unless it is one.
const fn signed<X: IntTuple>() -> Option<Refusal> {
    if X::IS_UNSIGNED { None } else { Some(NotUnsigned::<X>::REFUSAL) }
}
/// Returns the refusal of the strides of L as unsigned numbers, unless they are.
const fn signed_modes<L: Modes>() -> Option<Refusal> {
    if L::NUMBERS.stride.unsigned {
        return None;
    }
    Some(Refusal::no_order())
}

reasons! {
    /// No layout equals `A(B(i))`, where B is the layout S:D.
    NoComposition[Op: Operation, A: Extension, S: IntTuple, D: IntTuple] => {
        let b = Numbers { shape: S::LEAVES, stride: D::LEAVES };
        match explain::composition(Op::NAMES, &A::NUMBERS, &b) {
            Some(refusal) => refusal,
            None => panic!("zellige: types and numbers disagree about a composition; this is a bug"),
        }
    };
    /// In the complement of L, the mode S:D starts before the smaller strides end, which span Cur.
    Interleaved[K: Rule, L: Modes, S: Integer, D: Integer, Cur: Integer] => earlier_or(&[L::NUMBERS.refused(), signed::<D>()], Refusal::interleaved(K::NAMES.0, K::NAMES.1, S::KNOWN, D::KNOWN, Cur::KNOWN));
    /// In the complement of L, translates that start at multiples of Cur overlap or leave a hole.
    Gap[K: Rule, L: Modes, D: Integer, Cur: Integer, M: Integer] => earlier_or(&[L::NUMBERS.refused()], Refusal::gap(K::NAMES.0, K::NAMES.1, D::KNOWN, Cur::KNOWN, M::KNOWN, K::NAMES.2));
    /// The mode 0:D of the layout has no elements to copy.
    NoElements[K: Rule, D: IntTuple] => earlier_or(&[D::REFUSAL], Refusal::no_elements(K::NAMES.0, K::NAMES.1, &digits::<D>()));
    /// The complement of more than one mode sorts strides, so they must be static.
    DynamicStrides[L: Modes] => earlier_or(&[L::NUMBERS.refused(), signed_modes::<L>()], Refusal::new(Code::DynamicIntegers, Message::new()
            .s("complement(L, M): L has several modes, so its strides must be static to be sorted, but some are run-time integers")));
    /// In the left inverse, the stride D is not a multiple of the one before.
    StridesDoNotDivide[Before: Integer, D: Integer] => earlier_or(&[Before::REFUSAL, D::REFUSAL], Refusal::strides_do_not_divide(Before::KNOWN, D::KNOWN));
    /// In the left inverse, the mode S:Before reaches past the next stride D.
    NotInjective[S: Integer, Before: Integer, D: Integer] => earlier_or(&[S::REFUSAL, D::REFUSAL], Refusal::not_injective(S::KNOWN, Before::KNOWN, D::KNOWN));
    /// The left inverse sorts strides, so they must be static.
    UnsortedStrides[A: Integer, B: Integer] => earlier_or(&[A::REFUSAL, B::REFUSAL, signed::<A>(), signed::<B>()], Refusal::new(Code::DynamicIntegers, Message::new()
        .s("left_inverse(L): L has several modes, so its strides must be static to be sorted, but some are run-time integers")));
    /// In tile_to_shape, the extent B of the block does not divide the extent T of the target.
    BlockDoesNotDivide[B: Integer, T: Integer] => earlier_or(&[B::REFUSAL, T::REFUSAL], Refusal::block_does_not_divide(B::KNOWN, T::KNOWN));
    /// In tile_to_shape, the block's shape S has more modes than the target T.
    BlockRank[S: IntTuple, T: IntTuple] => Refusal::block_rank(&S::TEXT, &T::TEXT);
    /// In an upcast by N, the stride of S:D is neither a multiple nor a divisor of N.
    UpcastStride[S: Integer, D: Integer, N: Nat] => earlier_or(&[S::REFUSAL, D::REFUSAL, signed::<D>()], Refusal::upcast_stride(S::KNOWN, D::KNOWN, N::N));
    /// In an upcast by N, the negative stride D of the mode S:D is not a multiple of N.
    UpcastBackwards[S: Integer, D: Integer, N: Nat] => earlier_or(&[S::REFUSAL, D::REFUSAL], Refusal::upcast_backwards(&S::TEXT, &D::TEXT, N::N));
    /// In an upcast of S:D by N, the strides below N reach as far as Reach.
    UpcastCarries[S: IntTuple, D: IntTuple, N: Nat, Reach: Integer] => earlier_or(&[S::REFUSAL, D::REFUSAL], Refusal::upcast_carries(&text_of::<S, D>(), N::KNOWN, Reach::KNOWN));
    /// In a downcast of S:D by N, a number of modes other than 1, Units, have stride 1.
    UnitStrides[S: IntTuple, D: IntTuple, N: Nat, Units: Integer] => earlier_or(&[S::REFUSAL, D::REFUSAL], if Units::KNOWN == 0 {
        Refusal::no_unit_stride(&text_of::<S, D>(), N::N)
    } else {
        Refusal::two_unit_strides(&text_of::<S, D>(), N::N, <Units as Integer>::KNOWN as u128)
    });
    /// The factor N of an upcast or downcast is not static, or is 0.
    NoFactor[N: Integer] => earlier_or(&[N::REFUSAL], if N::LEAVES.known {
        Refusal::no_factor(N::KNOWN)
    } else {
        Refusal::new(Code::DynamicIntegers, Message::new()
            .s("recast: the widths of the elements decide types: they must be static integers such as int!(16)"))
    });
    /// A recast between elements of A bits and of B bits, where one of these is 0.
    NoBits[A: Integer, B: Integer] => Refusal::no_bits(A::KNOWN, B::KNOWN);
    /// The shape T is of another size than the layout S:D.
    OtherSize[S: IntTuple, D: IntTuple, T: IntTuple] => earlier_or(&[S::REFUSAL, D::REFUSAL, T::REFUSAL], Refusal::other_size(
        &T::TEXT, &digits::<Product<T>>(), &text_of::<S, D>(), &digits::<Product<S>>()));
    /// An offset has no coordinate in S:D, or two.
    NotCompact[S: IntTuple, D: IntTuple] => earlier_or(&[S::REFUSAL, D::REFUSAL], Refusal::not_compact(&text_of::<S, D>()));
    /// N is a tuple where a number of elements is required.
    CountOfElements[N: IntTuple] => earlier_or(&[N::REFUSAL], Refusal::count_of_elements(&N::TEXT));
    /// The coordinate has fewer modes than the shape.
    NoSuchCoordinate[] => Refusal::no_such_coordinate();
    /// The factors are not those of a swizzle (see [`Sw`](crate::algebra::swizzle::Sw)).
    NotASwizzle[B: Integer, Y: Integer, Z: Integer] => earlier_or(&[B::REFUSAL, Y::REFUSAL, Z::REFUSAL], swizzle::refusal(B::KNOWN, Y::KNOWN, Z::KNOWN));
    /// The composition of the swizzles F and G is not a swizzle.
    NoMerge[F: Outer, G: Outer] => earlier_or(&[F::FAULT, G::FAULT], Refusal::no_merge(&F::NAME, &G::NAME));
    /// The masks of bits are not those of a swizzle.
    NoMasks[Y: Nat, Z: Nat] => earlier_or(&[Y::REFUSAL, Z::REFUSAL], Refusal::no_masks(Y::KNOWN, Z::KNOWN));
    /// The function F does not pass through the layout A.
    NotThrough[A: Extension, F: Outer] => earlier_or(&[A::NUMBERS.refused(), F::FAULT], Refusal::not_through(&F::NAME, &A::NUMBERS.write(Message::new())));
    /// The function F is applied to the offset O, which is not 0.
    NotFromZero[F: Outer, O: Integer] => earlier_or(&[F::FAULT, O::REFUSAL], Refusal::not_from_zero(&F::NAME, &O::TEXT));
    /// F moves some offsets below N elsewhere.
    NotClosed[F: Outer, N: Integer] => earlier_or(&[F::FAULT, N::REFUSAL], Refusal::not_closed(&F::NAME, N::KNOWN));
    /// The swizzle F cannot be recast by N.
    RecastSwizzle[F: Outer, N: Integer] => earlier_or(&[F::FAULT, N::REFUSAL], if N::KNOWN == 0 {
        NoFactor::<N>::REFUSAL
    } else if N::KNOWN.is_power_of_two() {
        Refusal::bits_inside(N::KNOWN, &F::NAME)
    } else {
        Refusal::no_power_of_two(N::KNOWN, &F::NAME)
    });
    /// The offset O of a composed layout is not an offset of elements N times as wide.
    RecastOffset[O: Integer, N: Integer] => earlier_or(&[O::REFUSAL, N::REFUSAL], Refusal::recast_offset(N::KNOWN, O::KNOWN as u128));
}

/// Returns the number as text, without the mark of a static number.
const fn digits<N: IntTuple>() -> Message {
    Message::new().tail(&N::TEXT, "_".len())
}
/// Returns the layout S:D in CuTe's notation.
const fn text_of<S: IntTuple, D: IntTuple>() -> Message {
    Message::new().cat(&S::TEXT).s(":").cat(&D::TEXT)
}
