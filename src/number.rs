//! Static numbers: typenum's binary numerals with arithmetic as total functions.
//!
//! A number is written as its bits, the lowest outermost: 6 = `UInt<UInt<UInt<UTerm, B1>, B1>, B0>`.
//! So `UInt<U, B>` means 2U + B, and every function below is a definition by cases on the lowest bit.
//! It has no leading zeros: `UInt<U, B0>` is a number only if U is [`Positive`], so that each number is
//! one type, only `UTerm` is 0, and what is known of a type is known of its value. `UInt<UTerm, B0>` is no
//! number, and nothing below can make one: a function whose result is doubled promises a `Positive`.
//!
//! The bits come from typenum, the arithmetic is ours, for two reasons. typenum's operators are
//! open traits (`A: Div<B>`), so generic code over them needs a `where` clause for each step; here
//! every function is total, an associated type that any `N: Nat` has. And division by a power of
//! two, which is what layouts divide by, only shifts: it costs the compiler a hundredth of a
//! general division.
//!
//! The recursion limit of the compiler counts nested projections, so each function is written to
//! nest one level for each bit: the recursive call is the *self type* of the next projection
//! (`<U::Add<V> as Nat>::Push`), never its tail.

use crate::cases::cases;
use crate::integer::{self, Integer};
use crate::refusal::{DividedByZero, Refused};
use crate::{algebra, stride, tensor, tuple};
pub use typenum::{B0, B1, Equal, Greater, Less, UInt, UTerm};

pub(crate) mod literal;

/// A truth value in types: [`B0`] (false) or [`B1`] (true).
///
/// The supertraits are all functions defined by cases on a truth value: the table of every
/// two-way branch in the algebra.
pub trait Bool:
    Copy
    + Default
    + 'static
    + integer::Absorb
    + integer::ByZero
    + integer::InsteadOf
    + integer::Ternary
    + PickNat
    + CeilUp
    + DivideStep
    + algebra::bend::AllStatic
    + algebra::bend::BendAccepted
    + algebra::bend::Meets
    + algebra::bend::Reaches
    + algebra::bend::BreakHere
    + algebra::bend::SameBreak
    + algebra::bend::NoBend
    + algebra::coalesce::PushOrDrop
    + algebra::coalesce::PushOrMerge
    + algebra::coalesce::MergeOrPush
    + algebra::coalesce::FilterZero
    + algebra::coalesce::KeepRefusal
    + algebra::coalesce::OnlyRefusal
    + algebra::common::NoNeighbours
    + algebra::common::CommonVector
    + algebra::complement::SortUnlessConstant
    + algebra::complement::SortUnlessSingle
    + algebra::complement::Sortable
    + algebra::complement::InsertHere
    + algebra::complement::NotInterleaved
    + algebra::complement::Divides
    + algebra::complement::GapAllowed
    + algebra::complement::NothingToFill
    + algebra::compose::Accepted
    + algebra::compose::ConstantLeaf
    + algebra::compose::UnitLeaf
    + algebra::compose::RefusedLeaf
    + algebra::compose::ShapeOfOtherSize
    + algebra::coordinate::LastModeOffset
    + algebra::coordinate::NoModeLeft
    + algebra::coordinate::LastModeCoordinate
    + algebra::coordinate::CoordinateByMode
    + algebra::coordinate::ExtentOne
    + algebra::coordinate::CoordinateByEachMode
    + algebra::extension::AheadOfLast
    + algebra::extension::MergeIntoLast
    + algebra::extension::AheadOfInner
    + algebra::extension::MergeIntoInner
    + algebra::inverse::FindHere
    + algebra::inverse::DropConstant
    + algebra::inverse::SortableHere
    + algebra::inverse::InsertByStride
    + algebra::inverse::UnsignedStride
    + algebra::inverse::StridesDivide
    + algebra::inverse::ModesApart
    + algebra::inverse::RightInverseOf
    + algebra::nullspace::ConstantStride
    + algebra::nullspace::SingleCoordinate
    + algebra::nullspace::NullspaceOf
    + algebra::product::ReachesPast
    + algebra::property::PushStride
    + algebra::property::PushConstant
    + algebra::property::PushSingle
    + algebra::property::PushExtent
    + algebra::property::ApartBelow
    + algebra::property::StepsPast
    + algebra::property::MayReach
    + algebra::property::ReachInside
    + algebra::property::ReachAbove
    + algebra::property::SearchPast
    + algebra::property::SearchFew
    + algebra::property::SearchNext
    + algebra::property::SearchAfter
    + algebra::recast::Backwards
    + algebra::recast::WholeGroups
    + algebra::recast::WholeGroupsBack
    + algebra::recast::PartOfGroup
    + algebra::recast::UnitMode
    + algebra::recast::SmallStride
    + algebra::recast::ConstantMode
    + algebra::recast::UpcastBy
    + algebra::recast::OutOfGroup
    + algebra::recast::DowncastBy
    + algebra::recast::NoRatio
    + algebra::recast::OneUnitMode
    + algebra::recast::OnlyWider
    + algebra::recast::OnlyNarrower
    + algebra::swizzle::IsIdentity
    + algebra::swizzle::IsLonger
    + algebra::swizzle::KnownStart
    + algebra::swizzle::LeavesAlone
    + algebra::swizzle::KeepsFunction
    + algebra::swizzle::MasksMatch
    + algebra::swizzle::NarrowerBits
    + algebra::swizzle::SameShift
    + algebra::swizzle::StaysAbove
    + algebra::swizzle::SomeBitsInside
    + algebra::swizzle::WholeElements
    + algebra::swizzle::WiderBits
    + algebra::through::BitsBeyond
    + algebra::through::BitsOfTheirOwn
    + algebra::through::KnownBound
    + algebra::through::LastPair
    + algebra::through::LeftFromZero
    + algebra::through::MoreBits
    + algebra::through::NewBits
    + algebra::through::NothingMoves
    + algebra::through::RightFromZero
    + algebra::through::RightInside
    + algebra::through::WithinFromZero
    + algebra::tile::BlockDivides
    + crate::construct::FragmentOf
    + algebra::tile::FillColMajor
    + algebra::tile::FillOneGap
    + algebra::tile::FillOrdered
    + algebra::tree::TreeOfNone
    + algebra::walk::UnitStride
    + algebra::walk::StaysByOnes
    + algebra::walk::FillsMode
    + algebra::walk::PassesMode
    + algebra::walk::StaysInMode
    + algebra::walk::Smaller
    + algebra::walk::NothingLeft
    + crate::run_time::Attempt
    + tensor::algorithm::WalkPairs
    + tensor::vector::NoCommonVector
    + tensor::vector::SingleElement
    + stride::AfterZeros
    + stride::MinusOrLess
    + stride::OneAxis
    + stride::StaysInMode
    + tuple::access::NthMode
    + tuple::access::InRank
    + tuple::access::StaticIndex
    + tuple::access::TakeModes
    + tuple::access::DropModes
    + tuple::access::GroupModes
    + tuple::access::GroupInRank
    + tuple::access::AppendMany
    + tuple::access::PrependMany
    + tuple::access::Filled
    + tuple::access::FilledInFront
    + tuple::access::TakeInRank
    + tuple::access::ReplaceMode
    + tuple::access::ReplaceInRank
    + tuple::arithmetic::DividesExtent
    + tuple::arithmetic::NoFurtherMultiple
    + tuple::arrange::AllNested
    + tuple::compact::UnitExtent
    + tuple::compact::ColMajorByMode
    + tuple::compact::RowMajorByMode
    + tuple::compact::OrderByMode
    + tuple::compact::RefusedOrder
    + tuple::compact::Earlier
{
    /// As a `bool`.
    const VALUE: bool;
    /// Negation.
    type Not: Bool;
    /// Conjunction.
    type And<R: Bool>: Bool;
    /// Disjunction.
    type Or<R: Bool>: Bool;
    /// Equality.
    type Same<R: Bool>: Bool;
    /// The order of the two bits, self and R.
    type Compare<R: Bool>: Order;
    /// The order of 0 and self.
    type CompareZero: Order;
    /// The order of 1 and self.
    type CompareOne: Order;
    /// 2N + self.
    type Push<N: Nat>: Nat;
    /// 2N + self, for an N other than 0.
    type Append<N: Positive>: Positive;
    /// 2U + 1 + 2V + self.
    type AddOdd<U: Nat, V: Nat>: Positive;
    /// 2U - (2V + self).
    type SubEven<U: Nat, V: Nat>: Nat;
    /// Self and U = V; V is looked at only if self is true.
    type AndEq<U: Nat, V: Nat>: Bool;
}

impl Bool for B0 {
    const VALUE: bool = false;
    type Not = B1;
    type And<R: Bool> = B0;
    type Or<R: Bool> = R;
    type Same<R: Bool> = R::Not;
    type Compare<R: Bool> = R::CompareZero;
    type CompareZero = Equal;
    type CompareOne = Greater;
    type Push<N: Nat> = N::Push0;
    type Append<N: Positive> = UInt<N, B0>;
    type AddOdd<U: Nat, V: Nat> = UInt<U::Add<V>, B1>;
    type SubEven<U: Nat, V: Nat> = <U::Sub<V> as Nat>::Push0;
    type AndEq<U: Nat, V: Nat> = B0;
}

impl Bool for B1 {
    const VALUE: bool = true;
    type Not = B0;
    type And<R: Bool> = R;
    type Or<R: Bool> = B1;
    type Same<R: Bool> = R;
    type Compare<R: Bool> = R::CompareOne;
    type CompareZero = Less;
    type CompareOne = Equal;
    type Push<N: Nat> = UInt<N, B1>;
    type Append<N: Positive> = UInt<N, B1>;
    type AddOdd<U: Nat, V: Nat> = UInt<U::AddCarry<V>, B0>;
    type SubEven<U: Nat, V: Nat> = UInt<U::SubBorrow<V>, B1>;
    type AndEq<U: Nat, V: Nat> = U::Eq<V>;
}

/// The outcome of a comparison: typenum's [`Less`], [`Equal`] or [`Greater`].
pub trait Order {
    /// Is it [`Equal`] or [`Greater`]?
    type IsGe: Bool;
    /// Is it [`Greater`]?
    type IsGt: Bool;
    /// The order of 2U + A and 2V + B, where self is the order of U and V.
    type Then<A: Bool, B: Bool>: Order;
}
impl Order for Less {
    type IsGe = B0;
    type IsGt = B0;
    type Then<A: Bool, B: Bool> = Less;
}
impl Order for Equal {
    type IsGe = B1;
    type IsGt = B0;
    type Then<A: Bool, B: Bool> = A::Compare<B>;
}
impl Order for Greater {
    type IsGe = B1;
    type IsGt = B1;
    type Then<A: Bool, B: Bool> = Greater;
}

/// A static number.
pub trait Nat: Integer<Known = Self> + Default {
    /// The number; `u128::MAX` also if it is larger.
    const N: u128;
    /// The only value of the type.
    const UNIT: Self;
    /// Self / 2.
    type Half: Nat;
    /// Self mod 2.
    type Lsb: Bool;
    /// 2 self.
    type Push0: Nat;
    /// Self + 1.
    type Succ: Positive;
    /// Self + R.
    type Add<R: Nat>: Nat;
    /// Self + R, for an R other than 0.
    type AddTo<R: Positive>: Positive;
    /// Self + R + 1.
    type AddCarry<R: Nat>: Positive;
    /// Self - R, where R is not larger.
    type Sub<R: Nat>: Nat;
    /// Self - R - 1, where R is smaller.
    type SubBorrow<R: Nat>: Nat;
    /// Self * R.
    type Mul<R: Nat>: Nat;
    /// L * self, as [`Mul`](Nat::Mul) does once its right side is known not to be 0.
    type MulInto<L: Nat>: Nat;
    /// Self * R, for an R other than 0.
    type MulNonZero<R: Positive>: Nat;
    /// The bits in which self and R differ.
    type Xor<R: Nat>: Nat;
    /// Is self a power of two?
    type IsPower: Bool;
    /// The lowest bit of self that is 1, in its place; 1 for 0.
    type LowestBit: Positive;
    /// Self = R.
    type Eq<R: Nat>: Bool;
    /// The order of self and R.
    type Cmp<R: Nat>: Order;
    /// The order of 0 and self.
    type CmpZero: Order;
    /// The greatest common divisor of self and R.
    type Gcd<R: Nat>: Nat;
    /// L / self and L mod self.
    type DivideInto<L: Nat>: QuotientRemainder;
    /// L / D and L mod D for an odd D = 2 self + 1.
    type DivideOdd<L: Nat, D: Nat>: QuotientRemainder;
    /// Self / D and self mod D, bit by bit.
    type LongDivide<D: Nat>: QuotientRemainder;
    /// Calls `f` with `start`, `start + 1`, .., self times, without a loop.
    #[doc(hidden)]
    fn unroll(start: usize, f: &mut impl FnMut(usize));
}

/// A static number other than 0: what may be doubled by a further bit.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no positive number, so no further bit makes a number of it",
    label = "a number has no leading zeros: 0 is `UTerm`"
)]
pub trait Positive: Nat {
    /// Self * R.
    type Times<R: Positive>: Positive;
}

/// L / R, rounded down.
pub type Quotient<L, R> = <<R as Nat>::DivideInto<L> as QuotientRemainder>::Q;
/// L mod R.
pub type Remainder<L, R> = <<R as Nat>::DivideInto<L> as QuotientRemainder>::R;
/// L / R, rounded up.
pub type CeilQuotient<L, R> = <<R as Nat>::DivideInto<L> as QuotientRemainder>::Ceil;
/// L >= R.
pub type Ge<L, R> = <<L as Nat>::Cmp<R> as Order>::IsGe;
/// L > R.
pub type Gt<L, R> = <<L as Nat>::Cmp<R> as Order>::IsGt;
/// The smaller of L and R.
pub type NatMin<L, R> = <Ge<R, L> as PickNat>::Out<L, R>;
/// The larger of L and R.
pub type NatMax<L, R> = <Ge<L, R> as PickNat>::Out<L, R>;

cases! {
    /// The first if so, else the second.
    PickNat[A: Nat, B: Nat] -> Nat {
        B1 => A;
        B0 => B;
    }
}

/// 1
pub type N1 = UInt<UTerm, B1>;
/// 2
pub type N2 = UInt<N1, B0>;

impl Nat for UTerm {
    const N: u128 = 0;
    const UNIT: UTerm = UTerm;
    type Half = UTerm;
    type Lsb = B0;
    type Push0 = UTerm;
    type Succ = N1;
    type Add<R: Nat> = R;
    type AddTo<R: Positive> = R;
    type AddCarry<R: Nat> = R::Succ;
    type Sub<R: Nat> = UTerm;
    type SubBorrow<R: Nat> = UTerm;
    type Mul<R: Nat> = UTerm;
    type MulInto<L: Nat> = UTerm;
    type MulNonZero<R: Positive> = UTerm;
    type Xor<R: Nat> = R;
    type IsPower = B0;
    type LowestBit = N1;
    type Eq<R: Nat> = R::IsZero;
    type Cmp<R: Nat> = R::CmpZero;
    type CmpZero = Equal;
    type Gcd<R: Nat> = R;
    type DivideInto<L: Nat> = DivMod<Refused<DividedByZero<L>>, Refused<DividedByZero<L>>>;
    type DivideOdd<L: Nat, D: Nat> = DivMod<L, UTerm>; // D = 1
    type LongDivide<D: Nat> = DivMod<UTerm, UTerm>;
    #[inline(always)]
    fn unroll(_: usize, _: &mut impl FnMut(usize)) {}
}

impl<U: Positive> Nat for UInt<U, B0> {
    const N: u128 = U::N.saturating_mul(2);
    const UNIT: Self = literal::unit();
    type Half = U;
    type Lsb = B0;
    type Push0 = UInt<Self, B0>;
    type Succ = UInt<U, B1>;
    // The positive half is added to the other one, so that the sum is known to be positive.
    type Add<R: Nat> = <R::Lsb as Bool>::Append<<R::Half as Nat>::AddTo<U>>;
    type AddTo<R: Positive> = <R::Lsb as Bool>::Append<<R::Half as Nat>::AddTo<U>>;
    type AddCarry<R: Nat> = <R::Lsb as Bool>::AddOdd<U, R::Half>;
    type Sub<R: Nat> = <R::Lsb as Bool>::SubEven<U, R::Half>;
    type SubBorrow<R: Nat> = <<R::Lsb as Bool>::Not as Bool>::Push<U::SubBorrow<R::Half>>;
    type Mul<R: Nat> = R::MulInto<Self>;
    type MulInto<L: Nat> = L::MulNonZero<Self>;
    type MulNonZero<R: Positive> = UInt<U::Times<R>, B0>;
    type Xor<R: Nat> = <R::Lsb as Bool>::Push<U::Xor<R::Half>>;
    type IsPower = U::IsPower;
    type LowestBit = UInt<U::LowestBit, B0>;
    type Eq<R: Nat> = FourBitsEq<U, B0, R>;
    type Cmp<R: Nat> = FourBitsCmp<U, B0, R>;
    type CmpZero = Less;
    type Gcd<R: Nat> = <Remainder<R, Self> as Nat>::Gcd<Self>;
    type DivideInto<L: Nat> = <U::DivideInto<L::Half> as QuotientRemainder>::ShiftIn<L::Lsb>;
    type DivideOdd<L: Nat, D: Nat> = L::LongDivide<D>;
    type LongDivide<D: Nat> = <U::LongDivide<D> as QuotientRemainder>::Next<B0, D>;
    #[inline(always)]
    fn unroll(start: usize, f: &mut impl FnMut(usize)) {
        U::unroll(start, f);
        U::unroll(start + U::N as usize, f);
    }
}

impl<U: Nat> Nat for UInt<U, B1> {
    const N: u128 = U::N.saturating_mul(2).saturating_add(1);
    const UNIT: Self = literal::unit();
    type Half = U;
    type Lsb = B1;
    type Push0 = UInt<Self, B0>;
    type Succ = UInt<U::Succ, B0>;
    type Add<R: Nat> = <R::Lsb as Bool>::AddOdd<U, R::Half>;
    type AddTo<R: Positive> = <R::Lsb as Bool>::AddOdd<U, R::Half>;
    type AddCarry<R: Nat> = <R::Lsb as Bool>::Append<U::AddCarry<R::Half>>;
    type Sub<R: Nat> = <<R::Lsb as Bool>::Not as Bool>::Push<U::Sub<R::Half>>;
    type SubBorrow<R: Nat> = <R::Lsb as Bool>::SubEven<U, R::Half>;
    type Mul<R: Nat> = R::MulInto<Self>;
    type MulInto<L: Nat> = L::MulNonZero<Self>;
    type MulNonZero<R: Positive> = <<U::MulNonZero<R> as Nat>::Push0 as Nat>::AddTo<R>;
    type Xor<R: Nat> = <<R::Lsb as Bool>::Not as Bool>::Push<U::Xor<R::Half>>;
    type IsPower = U::IsZero;
    type LowestBit = N1;
    type Eq<R: Nat> = FourBitsEq<U, B1, R>;
    type Cmp<R: Nat> = FourBitsCmp<U, B1, R>;
    type CmpZero = Less;
    type Gcd<R: Nat> = <Remainder<R, Self> as Nat>::Gcd<Self>;
    type DivideInto<L: Nat> = U::DivideOdd<L, Self>;
    type DivideOdd<L: Nat, D: Nat> = L::LongDivide<D>;
    type LongDivide<D: Nat> = <U::LongDivide<D> as QuotientRemainder>::Next<B1, D>;
    #[inline(always)]
    fn unroll(start: usize, f: &mut impl FnMut(usize)) {
        U::unroll(start, f);
        U::unroll(start + U::N as usize, f);
        f(start + 2 * U::N as usize);
    }
}

#[diagnostic::do_not_recommend]
impl<U: Positive> Positive for UInt<U, B0> {
    type Times<R: Positive> = UInt<U::Times<R>, B0>;
}
#[diagnostic::do_not_recommend]
impl<U: Nat> Positive for UInt<U, B1> {
    type Times<R: Positive> = <<U::MulNonZero<R> as Nat>::Push0 as Nat>::AddTo<R>;
}

/// U / 2.
type Half<U> = <U as Nat>::Half;
/// U / 4.
type Quarter<U> = Half<Half<U>>;
/// U mod 2.
type Lsb<U> = <U as Nat>::Lsb;
/// 2U + B = R, four bits at a time: the lowest four here, the others only if these are the same.
/// Levels of nesting are what costs, and this nests two for four bits.
type FourBitsEq<U, B, R> = <<TwoBitsSame<U, B, R> as Bool>::And<
    TwoBitsSame<Quarter<U>, Lsb<Half<U>>, Quarter<R>>,
> as Bool>::AndEq<Half<Quarter<U>>, Quarter<Quarter<R>>>;
/// The two lowest bits of 2U + B and R are the same.
type TwoBitsSame<U, B, R> =
    <<B as Bool>::Same<Lsb<R>> as Bool>::And<<Lsb<U> as Bool>::Same<Lsb<Half<R>>>>;
/// The order of 2U + B and R, four bits at a time: first that of the higher ones.
type FourBitsCmp<U, B, R> = TwoBitsThen<
    TwoBitsThen<
        <Half<Quarter<U>> as Nat>::Cmp<Quarter<Quarter<R>>>,
        Quarter<U>,
        Lsb<Half<U>>,
        Quarter<R>,
    >,
    U,
    B,
    R,
>;
/// The order of 2U + B and R, where O is the order of what is above their lowest two bits.
type TwoBitsThen<O, U, B, R> = <<O as Order>::Then<Lsb<U>, Lsb<Half<R>>> as Order>::Then<B, Lsb<R>>;

/// A quotient and a remainder.
pub trait QuotientRemainder: integer::Division {
    /// The quotient.
    type Q: Nat;
    /// The remainder.
    type R: Nat;
    /// The quotient rounded up.
    type Ceil: Nat;
    /// From L / D to (2L + B) / 2D: the remainder takes the bit.
    type ShiftIn<B: Bool>: QuotientRemainder;
    /// From L / D to (2L + B) / D: one step of the long division.
    type Next<B: Bool, D: Nat>: QuotientRemainder;
}

/// Quotient Q, remainder R.
pub struct DivMod<Q, R>(Q, R);

impl<Q: Nat, R: Nat> QuotientRemainder for DivMod<Q, R> {
    type Q = Q;
    type R = R;
    type Ceil = <R::IsZero as CeilUp>::Out<Q>;
    type ShiftIn<B: Bool> = DivMod<Q, B::Push<R>>;
    type Next<B: Bool, D: Nat> = <Ge<B::Push<R>, D> as DivideStep>::Out<Q, B::Push<R>, D>;
}

cases! {
    /// The rounded quotient: is the remainder 0?
    CeilUp[Q: Nat] -> Nat {
        B1 => Q;
        B0 => Q::Succ;
    }
}

cases! {
    /// One digit of the quotient: does D fit into the remainder?
    DivideStep[Q: Nat, R: Nat, D: Nat] -> QuotientRemainder {
        B1 => DivMod<UInt<Q, B1>, R::Sub<D>>;
        B0 => DivMod<Q::Push0, R>;
    }
}
