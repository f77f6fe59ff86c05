//! The reasons of refusals: a type for each rule, with the operands as its parameters, and its sentence.

use core::marker::PhantomData;

use super::explain::{self, Names};
use super::leaves::{Leaves, Numbers};
use super::{Code, Message, Reason, Refusal};
use crate::algebra::complement::Rule;
use crate::algebra::extension::Extension;
use crate::algebra::modes::Modes;
use crate::algebra::outer::Outer;
use crate::algebra::swizzle;
use crate::atom::{End, Operand};
use crate::cases::WIDTH;
use crate::integer::Integer;
use crate::layout::Algebra;
use crate::layout::Layout;
use crate::number::Nat;
use crate::stride::ScaledBasis;
use crate::tuple::IntTuple;
use crate::tuple::access::Get;
use crate::tuple::measure::{Product, ProductEach, Rank};

macro_rules! reasons {
    ($($(#[$m:meta])* $E:ident[$($g:ident: $b:path),*] => $refusal:expr;)*) => { $(
        $(#[$m])*
        pub struct $E<$($g),*>(PhantomData<($($g,)*)>);
        impl<$($g),*> Copy for $E<$($g),*> {}
        impl<$($g),*> Clone for $E<$($g),*> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<$($g: $b),*> Reason for $E<$($g),*> {
            const REFUSAL: Refusal = $refusal;
        }
    )* };
}

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

/// Returns the first of the earlier refusals, which an operand already carries, or else this one.
const fn earlier_or(earlier: &[Option<Refusal>], refusal: Refusal) -> Refusal {
    match first_of(earlier) {
        Some(first) => first,
        None => refusal,
    }
}
/// Returns the first refusal, if there is one.
const fn first_of(refusals: &[Option<Refusal>]) -> Option<Refusal> {
    let mut i = 0;
    while i < refusals.len() {
        if refusals[i].is_some() {
            return refusals[i];
        }
        i += 1;
    }
    None
}

reasons! {
    /// A part of T is refused.
    PartRefused[T: IntTuple] => match T::REFUSAL {
        Some(refusal) => refusal,
        None => panic!("zellige: types and numbers disagree about a refusal; this is a bug"),
    };
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
    /// Neither of A and B divides the other.
    NotDivisible[A: Integer, B: Integer] => not_divisible(A::KNOWN, B::KNOWN);
    /// A and B must correspond.
    NotCongruent[A: IntTuple, B: IntTuple] => earlier_or(&[A::REFUSAL, B::REFUSAL], Refusal::new(Code::NotCongruent, Message::new().cat(&A::TEXT).s(" and ").cat(&B::TEXT)
            .s(" do not correspond: their ranks or nestings differ")));
    /// An offset has no coordinate, or two, in S:D.
    NotCompact[S: IntTuple, D: IntTuple] => earlier_or(&[S::REFUSAL, D::REFUSAL], Refusal::new(Code::NotCompact, Message::new()
        .cat(&S::TEXT).s(":").cat(&D::TEXT)
        .s(" is not compact: not every offset below its size is reached exactly once, so an offset has no coordinate of its own")));
    /// N is a tuple where a number of elements is asked for.
    CountOfElements[N: IntTuple] => earlier_or(&[N::REFUSAL], Refusal::new(Code::NotCongruent, Message::new()
        .s("domain_distribute: the number of elements is one integer, not ").cat(&N::TEXT)));
    /// X is no unsigned number.
    NotUnsigned[X: IntTuple] => earlier_or(&[X::REFUSAL], Refusal::new(Code::NotUnsigned, Message::new()
        .cat(&X::TEXT).s(" is no unsigned integer: it can be scaled and added, but not divided or ordered")));
    /// The shape S has an extent that is no unsigned number.
    NotAnExtent[S: IntTuple] => earlier_or(&[S::REFUSAL], Refusal::new(Code::NotUnsigned, Message::new()
        .s("the shape ").cat(&S::TEXT).s(" has an extent that is no unsigned integer")));
    /// One of A and B is a number, and the other a step along an axis.
    UnlikeStrides[A: IntTuple, B: IntTuple] => earlier_or(&[A::REFUSAL, B::REFUSAL], Refusal::new(Code::NotUnsigned, Message::new()
        .cat(&A::TEXT).s(" and ").cat(&B::TEXT).s(" cannot be added or multiplied: offsets and steps along axes do not mix")));
    /// A walk of V steps along mode P leaves it.
    LeavesItsMode[V: Integer, P: IntTuple, S: IntTuple] => earlier_or(&[V::REFUSAL, P::REFUSAL, <Get<S, P> as IntTuple>::REFUSAL],
        Refusal::new(Code::Carry, Message::new().s("composition(A, B): steps of ").cat(&<ScaledBasis<V, P> as IntTuple>::TEXT)
            .s(" leave their mode of A, ").cat(&<Get<S, P> as IntTuple>::TEXT)));
    /// The coordinate has fewer modes than the shape.
    NoSuchCoordinate[] => Refusal::new(Code::NotCongruent, Message::new().s("a coordinate has fewer modes than the shape"));
    /// S has no mode I.
    NoMode[S: IntTuple, I: Nat] => earlier_or(&[S::REFUSAL], Refusal::new(Code::NoSuchMode, Message::new().cat(&S::TEXT).s(" has no mode ").number(I::N)
            .s(": its rank is ").number(<Rank<S> as Nat>::N)));
    /// S has no modes from B to E.
    NoRange[S: IntTuple, B: Nat, E: Nat] => earlier_or(&[S::REFUSAL], Refusal::new(Code::NoSuchMode, Message::new().cat(&S::TEXT)
            .s(" has no modes from ").number(B::N).s(" to ").number(E::N).s(" (exclusive): its rank is ").number(<Rank<S> as Nat>::N)));
    /// The modes of a layout that is transposed have different ranks.
    DifferentRanks[] => Refusal::new(Code::NotCongruent, Message::new().s("zip: the modes that are to be transposed differ in rank"));
    /// S already has more than N modes.
    RankTooSmall[S: IntTuple, N: Nat] => earlier_or(&[S::REFUSAL], Refusal::new(Code::NoSuchMode, Message::new().cat(&S::TEXT).s(" cannot be filled up to rank ").number(N::N)
            .s(": its rank is already ").number(<Rank<S> as Nat>::N)));
    /// A mode of `()` was asked for.
    NoSuchMode[] => Refusal::new(Code::NoSuchMode, Message::new().s("there is no such mode: the tiler, coordinate or profile has more modes than the layout"));
    /// The index of a mode is not static.
    RunTimeIndex[] => Refusal::new(Code::DynamicIntegers, Message::new()
        .s("the number of a mode decides about types: it must be a static integer such as int!(1)"));
    /// The tuple would have an eleventh mode.
    TooManyModes[S: IntTuple, X: IntTuple] => earlier_or(&[S::REFUSAL, X::REFUSAL], Refusal::new(Code::TooManyModes, Message::new()
        .cat(&S::TEXT).s(" has no room for ").cat(&X::TEXT).s(": ").u(WIDTH).s(" modes are the most at one level; group some")));
    /// The composed layout L was used where strides are needed.
    NoStrides[L: Layout] => earlier_or(&[L::REFUSAL], Refusal::new(Code::NoStrides, Message::new().cat(&L::TEXT)
        .s(" is a composed layout: it has no strides, which this operation needs")));
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
    /// The partition of T as operand O is uneven: atoms take blocks of B, the tile has the extents X, and T the
    /// extents S.
    NotPartitioned[O: Operand, B: IntTuple, X: IntTuple, S: IntTuple, T: Layout] => not_partitioned(
        &[T::REFUSAL, S::REFUSAL, X::REFUSAL, B::REFUSAL],
        O::NAMES, &B::LEAVES, &X::LEAVES, &S::LEAVES, &T::TEXT);
    /// The partition of T at the end E of a copy is uneven: the atom has N threads and values, the tile C of
    /// them and the shape X.
    NotCopied[E: End, N: IntTuple, C: IntTuple, X: IntTuple, T: Layout] => earlier_or(
        &[T::REFUSAL, C::REFUSAL, X::REFUSAL, N::REFUSAL],
        not_copied(E::NAME, [&N::LEAVES, &C::LEAVES], [&<ProductEach<X>>::LEAVES, &<ProductEach<T::Shape>>::LEAVES], [&X::TEXT, &T::TEXT]));
    /// In make_tiled_copy, the thread layout H and the value layout V do not number all threads and
    /// values.
    NotNumbered[H: Layout, V: Layout] => earlier_or(&[H::REFUSAL, V::REFUSAL], Refusal::new(Code::NotInjective, Message::new()
        .s("make_tiled_copy: the threads ").cat(&H::TEXT).s(" and values ").cat(&V::TEXT)
        .s(" do not number 0, 1, 2, .. without a gap: of ").u(H::Size::KNOWN.saturating_mul(V::Size::KNOWN)).s(" (thread, value) pairs only the first ")
        .u(<<<H::RakedProduct<V> as Algebra>::RightInverse as Layout>::Size as Integer>::KNOWN).s(" have an element")));
    /// L is divided by 0.
    DividedByZero[L: Integer] => Refusal::new(Code::DividedByZero, Message::new()
        .s("an extent or stride of 0 divides an index, which has no result"));
}

/// Returns the layout S:D in CuTe's notation.
const fn text_of<S: IntTuple, D: IntTuple>() -> Message {
    Message::new().cat(&S::TEXT).s(":").cat(&D::TEXT)
}

// The sentences of the reasons that run-time integers can give, too.

/// Returns the refusal of a complement: the mode `extent:stride` begins before the smaller strides end, which span `covered`.
pub(crate) const fn interleaved(
    (operation, layout): (&str, &str),
    extent: u64,
    stride: u64,
    covered: u64,
) -> Refusal {
    let m = Message::new()
        .s(operation)
        .s(": mode ")
        .u(extent)
        .s(":")
        .u(stride);
    let m = m.s(" of ").s(layout).s(" begins at offset ").u(stride);
    let m = m.s(", inside the smaller strides, which span ").u(covered);
    Refusal::new(Code::Interleaved, m)
}
/// Returns the refusal of a complement in `[0, size)`: translates that begin at multiples of `covered` overlap or leave a hole.
pub(crate) const fn gap(
    (operation, layout): (&str, &str),
    stride: u64,
    covered: u64,
    size: u64,
) -> Refusal {
    let m = Message::new().s(operation).s(": the modes of ").s(layout);
    let m = m.s(" below stride ").u(stride);
    let Some(translates) = stride.checked_div(covered) else {
        let m = m.s(" have no element, so no translates of them fill the gaps");
        return Refusal::new(Code::DividedByZero, m);
    };
    let m = m
        .s(" span ")
        .u(covered)
        .s(", which does not divide ")
        .u(stride);
    let m = m
        .s("; index ")
        .u(covered * translates)
        .s(", below ")
        .u(size);
    let m = m.s(", belongs to no translate of ").s(layout);
    Refusal::new(Code::Gap, m)
}
/// Returns the refusal of a complement: the mode of this stride has no elements.
pub(crate) const fn no_elements((operation, layout): (&str, &str), stride: u64) -> Refusal {
    let m = Message::new()
        .s(operation)
        .s(": the mode 0:")
        .u(stride)
        .s(" of ")
        .s(layout);
    let m = m.s(" has no elements, so no number of copies fills a space");
    Refusal::new(Code::DividedByZero, m)
}
/// Returns the refusal of a left inverse: `stride` is not a multiple of the one before.
pub(crate) const fn strides_do_not_divide(before: u64, stride: u64) -> Refusal {
    let m = Message::new().s("left_inverse(L): stride ").u(before);
    let m = m.s(" does not divide the next stride ").u(stride);
    Refusal::new(Code::StrideNotDivisible, m)
}
/// Returns the refusal of a left inverse: the mode `extent:stride` reaches past the next stride.
pub(crate) const fn not_injective(extent: u64, stride: u64, next: u64) -> Refusal {
    let m = Message::new()
        .s("left_inverse(L): mode ")
        .u(extent)
        .s(":")
        .u(stride);
    let m = m
        .s(" spans ")
        .u(extent.saturating_mul(stride))
        .s(", past the next stride ")
        .u(next);
    let m = m.s(": offset ").u(next).s(" is reached twice");
    Refusal::new(Code::NotInjective, m)
}
/// Returns the refusal of a tile_to_shape: the extent of the block does not divide that of the target.
pub(crate) const fn block_does_not_divide(block: u64, target: u64) -> Refusal {
    let m = Message::new().s("tile_to_shape: block extent ").u(block);
    let m = m.s(" does not divide target extent ").u(target);
    Refusal::new(Code::BlockDoesNotDivide, m)
}
/// Returns the refusal of a shape_div: neither of `a` and `b` divides the other.
pub(crate) const fn not_divisible(a: u64, b: u64) -> Refusal {
    let m = Message::new()
        .s("shape_div: neither of ")
        .u(a)
        .s(" and ")
        .u(b);
    Refusal::new(Code::NotDivisible, m.s(" divides the other"))
}
/// Returns the refusal of an offset that no coordinate of a layout has.
pub(crate) const fn no_coordinate(layout: Message, offset: u64) -> Refusal {
    let m = layout
        .s(" is not compact: no coordinate has the offset ")
        .u(offset);
    Refusal::new(Code::NotCompact, m)
}
/// Returns the refusal of an upcast by `n`: the stride of `extent:stride` is neither a multiple nor a divisor of `n`.
pub(crate) const fn upcast_stride(extent: u64, stride: u64, n: u128) -> Refusal {
    let m = Message::new()
        .s("upcast by ")
        .number(n)
        .s(": stride ")
        .u(stride);
    let m = m.s(" of the mode ").u(extent).s(":").u(stride);
    let m = m.s(" is neither a multiple nor a divisor of ").number(n);
    Refusal::new(Code::StrideNotDivisible, m)
}
/// Returns the refusal of an upcast by `n`: inside one group of `n` the small strides reach too far.
pub(crate) const fn upcast_carries(layout: Message, n: u128, reach: u64) -> Refusal {
    let m = Message::new()
        .s("upcast by ")
        .number(n)
        .s(": inside one group of ")
        .number(n);
    let m = m
        .s(" the modes of ")
        .cat(&layout)
        .s(" reach offset ")
        .u(reach);
    Refusal::new(Code::Carry, m.s(" > ").number(n.saturating_sub(1)))
}
/// Returns the refusal of a downcast by `n`: several modes have stride 1.
pub(crate) const fn two_unit_strides(layout: Message, n: u128, units: u64) -> Refusal {
    let m = Message::new().s("downcast by ").number(n).s(": ").u(units);
    let m = m.s(" modes of ").cat(&layout);
    let m = m.s(" have stride 1; only one of them can get longer");
    Refusal::new(Code::TwoUnitStrides, m)
}
/// Returns the refusal of the number `thread`: there are only `threads` threads.
pub(crate) const fn no_thread(thread: u64, threads: u64) -> Refusal {
    let m = Message::new()
        .s("there is no thread ")
        .u(thread)
        .s(" of ")
        .u(threads);
    Refusal::new(Code::NoSuchThread, m.s(", which are numbered from 0 on"))
}
/// Returns the refusal of a part at an index of a layout without elements.
pub(crate) const fn no_part() -> Refusal {
    let m = Message::new().s("there is no part at this index: a run-time extent of 0 divides it");
    Refusal::new(Code::DividedByZero, m)
}
/// Returns the refusal of a with_shape: the shape has `elements`, and the layout `size`.
pub(crate) const fn other_size(
    shape: Message,
    elements: u64,
    layout: Message,
    size: u64,
) -> Refusal {
    let m = Message::new().s("with_shape(L, S): the shape ").cat(&shape);
    let m = m.s(" has ").u(elements).s(" elements, but ").cat(&layout);
    Refusal::new(Code::SizesDiffer, m.s(" has ").u(size))
}

/// Returns the refusal of a mode, which the message names, of `size` elements, which `tile` does not divide.
const fn not_divided(message: Message, size: i64, tile: i64) -> Refusal {
    Refusal::new(
        Code::NotDivisible,
        message
            .s(" has ")
            .u(size as u64)
            .s(" elements, which the tile's ")
            .u(tile as u64)
            .s(" do not divide"),
    )
}

/// Returns the refusal of the first mode along which the atoms do not divide the tile, or the tile not the matrix.
const fn not_partitioned(
    earlier: &[Option<Refusal>],
    [operation, first, second]: [&str; 3],
    blocks: &Leaves,
    tiles: &Leaves,
    sizes: &Leaves,
    text: &Message,
) -> Refusal {
    if let Some(first) = first_of(earlier) {
        return first;
    }
    let mut mode = 0;
    while mode < 2 {
        let name = if mode == 0 { first } else { second };
        let message = Message::new().s(operation).s(": ");
        if let (Some(block), Some(tile)) = (blocks.value[mode], tiles.value[mode]) {
            if block == 0 || tile % block != 0 {
                return Refusal::new(
                    Code::NotDivisible,
                    message
                        .s("the atoms side by side take ")
                        .u(block as u64)
                        .s(" elements along ")
                        .s(name)
                        .s(", which do not divide the ")
                        .u(tile as u64)
                        .s(" of the permutation"),
                );
            }
        }
        if let (Some(tile), Some(size)) = (tiles.value[mode], sizes.value[mode]) {
            if tile == 0 || size % tile != 0 {
                let message = message.s("mode ").u(mode as u64).s(" (").s(name).s(")");
                return not_divided(message, size, tile);
            }
        }
        mode += 1;
    }
    Refusal::new(
        Code::NotDivisible,
        Message::new()
            .s(operation)
            .s(": the permutations do not divide ")
            .cat(text)
            .s(": their tiles reach past its end"),
    )
}

/// Returns the refusal of the first count that the atom does not divide, or mode that the tile does not divide.
const fn not_copied(
    operation: &str,
    [atom, count]: [&Leaves; 2],
    [tile, sizes]: [&Leaves; 2],
    [tile_text, text]: [&Message; 2],
) -> Refusal {
    let message = Message::new().s(operation).s(": ");
    let mut i = 0;
    while i < 2 {
        if let (Some(atom), Some(count)) = (atom.value[i], count.value[i]) {
            if atom == 0 || count % atom != 0 {
                let what = if i == 0 { " threads" } else { " values" };
                return Refusal::new(
                    Code::NotDivisible,
                    message
                        .s("the atom takes ")
                        .u(atom as u64)
                        .s(what)
                        .s(", which do not divide the ")
                        .u(count as u64)
                        .s(" of the tiled copy"),
                );
            }
        }
        i += 1;
    }
    let mut mode = 0;
    while mode < tile.len && mode < sizes.len {
        if let (Some(tile), Some(size)) = (tile.value[mode], sizes.value[mode]) {
            if tile == 0 || size % tile != 0 {
                return not_divided(message.s("mode ").u(mode as u64), size, tile);
            }
        }
        mode += 1;
    }
    Refusal::new(
        Code::NotDivisible,
        message
            .s("a tile of the shape ")
            .cat(tile_text)
            .s(" does not divide ")
            .cat(text),
    )
}
