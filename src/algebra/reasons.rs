//! The reasons why an operation on layouts has no result, and the names of operations in them.

use super::complement::Rule;
use super::extension::Extension;
use super::modes::Modes;
use super::outer::Outer;
use super::swizzle;
use crate::integer::Integer;
use crate::number::Nat;
use crate::refusal::explain::{self, Names};
use crate::refusal::leaves::Numbers;
use crate::refusal::{
    Code, Message, Reason, Refusal, block_does_not_divide, earlier_or, gap, interleaved,
    not_injective, reasons, strides_do_not_divide, two_unit_strides, upcast_carries, upcast_stride,
};
use crate::stride::reasons::NotUnsigned;
use crate::tuple::IntTuple;
use crate::tuple::measure::Product;

/// The operation on whose behalf a composition is computed.
pub trait Operation: 'static {
    /// The names of it and its operands in error messages.
    const NAMES: Names;
}
/// The operation `composition(A, B)`.
pub struct Composition;
impl Operation for Composition {
    const NAMES: Names = Names {
        operation: "composition(A, B)",
        left: "A",
        right: "B",
        hint: "",
    };
}
/// The operation `logical_divide(A, B)`: A composed with (B, rest).
pub struct LogicalDivide;
impl Operation for LogicalDivide {
    const NAMES: Names = Names {
        operation: "logical_divide(A, B)",
        left: "A",
        right: "(B, rest)",
        hint: "; pad the shape of A, or tile it mode by mode",
    };
}
/// The operation `logical_product(A, B)`: what A leaves out, composed with B.
pub struct LogicalProduct;
impl Operation for LogicalProduct {
    const NAMES: Names = Names {
        operation: "logical_product(A, B)",
        left: "A's complement",
        right: "B",
        hint: "",
    };
}

/// Returns the refusal of X as an unsigned number, unless it is one.
const fn signed<X: IntTuple>() -> Option<Refusal> {
    if X::IS_UNSIGNED {
        None
    } else {
        Some(NotUnsigned::<X>::REFUSAL)
    }
}
/// Returns the refusal of the strides of L as unsigned numbers, unless they are.
const fn signed_modes<L: Modes>() -> Option<Refusal> {
    if L::NUMBERS.stride.unsigned {
        return None;
    }
    let m = Message::new()
        .s("complement(L, M): some strides of L are no unsigned integers, so they have no order");
    Some(Refusal::new(Code::NotUnsigned, m))
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
    /// In the complement of L, the mode S:D begins before the smaller strides end, which span Cur.
    Interleaved[K: Rule, L: Modes, S: Integer, D: Integer, Cur: Integer] => earlier_or(&[L::NUMBERS.refused(), signed::<D>()], interleaved(K::NAMES, S::KNOWN, D::KNOWN, Cur::KNOWN));
    /// In the complement of L, translates that begin at multiples of Cur overlap or leave a hole.
    Gap[K: Rule, L: Modes, D: Integer, Cur: Integer, M: Integer] => earlier_or(&[L::NUMBERS.refused()], gap(K::NAMES, D::KNOWN, Cur::KNOWN, M::KNOWN));
    /// The complement of more than one mode sorts strides, so they must be static.
    DynamicStrides[L: Modes] => earlier_or(&[L::NUMBERS.refused(), signed_modes::<L>()], Refusal::new(Code::DynamicIntegers, Message::new()
            .s("complement(L, M): L has several modes, whose strides must be static to be sorted, but some are run-time integers")));
    /// In the left inverse, the stride D is not a multiple of the one before.
    StridesDoNotDivide[Before: Integer, D: Integer] => earlier_or(&[Before::REFUSAL, D::REFUSAL], strides_do_not_divide(Before::KNOWN, D::KNOWN));
    /// In the left inverse, the mode S:Before reaches past the next stride D.
    NotInjective[S: Integer, Before: Integer, D: Integer] => earlier_or(&[S::REFUSAL, D::REFUSAL], not_injective(S::KNOWN, Before::KNOWN, D::KNOWN));
    /// The left inverse sorts strides, so they must be static.
    UnsortedStrides[A: Integer, B: Integer] => earlier_or(&[A::REFUSAL, B::REFUSAL, signed::<A>(), signed::<B>()], Refusal::new(Code::DynamicIntegers, Message::new()
        .s("left_inverse(L): L has several modes, whose strides must be static to be sorted, but some are run-time integers")));
    /// In tile_to_shape, the extent B of the block does not divide the extent T of the target.
    BlockDoesNotDivide[B: Integer, T: Integer] => earlier_or(&[B::REFUSAL, T::REFUSAL], block_does_not_divide(B::KNOWN, T::KNOWN));
    /// In tile_to_shape, the block's shape S has more modes than the target T.
    BlockRank[S: IntTuple, T: IntTuple] => Refusal::new(Code::NoSuchMode, Message::new()
        .s("tile_to_shape: the block ").cat(&S::TEXT).s(" has more modes than the target ").cat(&T::TEXT));
    /// In an upcast by N, the stride of S:D is neither a multiple nor a divisor of N.
    UpcastStride[S: Integer, D: Integer, N: Nat] => earlier_or(&[S::REFUSAL, D::REFUSAL, signed::<D>()], upcast_stride(S::KNOWN, D::KNOWN, N::N));
    /// In an upcast by N, the negative stride D of the mode S:D is no multiple of N.
    UpcastBackwards[S: Integer, D: Integer, N: Nat] => earlier_or(&[S::REFUSAL, D::REFUSAL], Refusal::new(Code::StrideNotDivisible, Message::new()
        .s("upcast by ").number(N::N).s(": the negative stride of the mode ").cat(&S::TEXT).s(":").cat(&D::TEXT).s(" is no multiple of ").number(N::N)));
    /// In an upcast of S:D by N, the strides below N reach as far as Reach.
    UpcastCarries[S: IntTuple, D: IntTuple, N: Nat, Reach: Integer] => earlier_or(&[S::REFUSAL, D::REFUSAL], upcast_carries(text_of::<S, D>(), N::N, Reach::KNOWN));
    /// In a downcast of S:D by N, a number of modes other than 1, Units, have stride 1.
    UnitStrides[S: IntTuple, D: IntTuple, N: Nat, Units: Integer] => earlier_or(&[S::REFUSAL, D::REFUSAL], if Units::KNOWN == 0 {
        Refusal::new(Code::NoUnitStride, Message::new().s("downcast by ").number(N::N).s(": no mode of ").cat(&S::TEXT).s(":").cat(&D::TEXT)
            .s(" has stride 1, so no elements are adjacent"))
    } else {
        two_unit_strides(text_of::<S, D>(), N::N, Units::KNOWN)
    });
    /// The factor N of an upcast or downcast is not static, or is 0.
    NoFactor[N: Integer] => earlier_or(&[N::REFUSAL], if N::LEAVES.known {
        Refusal::new(Code::DividedByZero, Message::new()
            .s("upcast or downcast by ").u(N::KNOWN).s(": the factor must be at least 1"))
    } else {
        Refusal::new(Code::DynamicIntegers, Message::new()
            .s("recast: the widths of the elements decide about types: they must be static integers such as int!(16)"))
    });
    /// A recast is between elements of A and of B bits, of which one is 0.
    NoBits[A: Integer, B: Integer] => Refusal::new(Code::DividedByZero, Message::new()
        .s("recast between elements of ").u(A::KNOWN).s(" and of ").u(B::KNOWN).s(" bits: an element has at least 1"));
    /// The shape T is of another size than the layout S:D.
    OtherSize[S: IntTuple, D: IntTuple, T: IntTuple] => earlier_or(&[S::REFUSAL, D::REFUSAL, T::REFUSAL], Refusal::new(Code::SizesDiffer, Message::new()
        .s("with_shape(L, S): the shape ").cat(&T::TEXT).s(" has ").tail(&Product::<T>::TEXT, "_".len())
        .s(" elements, but ").cat(&S::TEXT).s(":").cat(&D::TEXT).s(" has ").tail(&Product::<S>::TEXT, "_".len())));
    /// An offset has no coordinate, or two, in S:D.
    NotCompact[S: IntTuple, D: IntTuple] => earlier_or(&[S::REFUSAL, D::REFUSAL], Refusal::new(Code::NotCompact, Message::new()
        .cat(&S::TEXT).s(":").cat(&D::TEXT)
        .s(" is not compact: not every offset below its size is reached exactly once, so an offset has no coordinate of its own")));
    /// N is a tuple where a number of elements is asked for.
    CountOfElements[N: IntTuple] => earlier_or(&[N::REFUSAL], Refusal::new(Code::NotCongruent, Message::new()
        .s("domain_distribute: the number of elements is one integer, not ").cat(&N::TEXT)));
    /// The coordinate has fewer modes than the shape.
    NoSuchCoordinate[] => Refusal::new(Code::NotCongruent, Message::new().s("a coordinate has fewer modes than the shape"));
    /// The factors make no swizzle (see [`Sw`](crate::algebra::swizzle::Sw)).
    NotASwizzle[B: Integer, Y: Integer, Z: Integer] => earlier_or(&[B::REFUSAL, Y::REFUSAL, Z::REFUSAL], swizzle::refusal(B::KNOWN, Y::KNOWN, Z::KNOWN));
    /// The composition of the swizzles F and G is no swizzle.
    NoMerge[F: Outer, G: Outer] => earlier_or(&[F::FAULT, G::FAULT], Refusal::new(Code::NotASwizzle, Message::new()
        .cat(&F::NAME).s(" and ").cat(&G::NAME).s(" have no swizzle as their composition: only swizzles of the same shift, whose bits are neighbours or the same, have one")));
    /// The masks of bits make no swizzle.
    NoMasks[Y: Nat, Z: Nat] => earlier_or(&[Y::REFUSAL, Z::REFUSAL], Refusal::new(Code::NotASwizzle, Message::new()
        .s("make_swizzle: ").u(Y::KNOWN).s(" and ").u(Z::KNOWN).s(" are no masks of a swizzle: each must be one run of neighbouring bits, both of the same length")));
    /// The function F does not pass through the layout A.
    NotThrough[A: Extension, F: Outer] => earlier_or(&[A::NUMBERS.refused(), F::FAULT], Refusal::new(Code::NotASwizzle, A::NUMBERS.write(Message::new()
        .cat(&F::NAME).s(" cannot be drawn through ")).s(", which does not send its bits to two runs of bits in the same order")));
    /// The function F is applied to the offset O, which is not 0.
    NotFromZero[F: Outer, O: Integer] => earlier_or(&[F::FAULT, O::REFUSAL], Refusal::new(Code::NotASwizzle, Message::new()
        .cat(&F::NAME).s(" is applied from the offset ").cat(&O::TEXT).s(" on; only from 0 on can it be inverted, or follow another layout")));
    /// F moves some offsets below N elsewhere.
    NotClosed[F: Outer, N: Integer] => earlier_or(&[F::FAULT, N::REFUSAL], Refusal::new(Code::NotASwizzle, Message::new()
        .s("right_inverse(L): ").cat(&F::NAME).s(" takes some of the ").u(N::KNOWN).s(" offsets that L reaches without a gap out of their range")));
    /// The swizzle F cannot be recast by N.
    RecastSwizzle[F: Outer, N: Integer] => earlier_or(&[F::FAULT, N::REFUSAL], if N::KNOWN == 0 {
        NoFactor::<N>::REFUSAL
    } else {
        Refusal::new(Code::NotDivisible, Message::new().s("recast by ").u(N::KNOWN).s(": ").cat(&F::NAME)
            .s(if N::KNOWN.is_power_of_two() { " moves bits that would be inside one element" } else { " moves bits, so the factor must be a power of two" }))
    });
    /// The offset O of a composed layout is no offset of elements N times as wide.
    RecastOffset[O: Integer, N: Integer] => earlier_or(&[O::REFUSAL, N::REFUSAL], Refusal::new(Code::NotDivisible, Message::new()
        .s("upcast by ").u(N::KNOWN).s(": the offset ").u(O::KNOWN).s(" of the composed layout is no multiple of ").u(N::KNOWN)));
}

/// Returns the layout S:D in CuTe's notation.
const fn text_of<S: IntTuple, D: IntTuple>() -> Message {
    Message::new().cat(&S::TEXT).s(":").cat(&D::TEXT)
}
