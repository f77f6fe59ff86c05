//! Truth values in types.

use super::{
    B0, B1, CeilUp, DivideLonger, DivideStep, DivideTwice, N1, Nat, OneZero, PickNat, Positive,
    ThreeZeros, TwoZeros, UInt, UTerm, Zeros,
};
use crate::{algebra, integer, stride, tensor, tuple};

/// A truth value in types: [`B0`] (false) or [`B1`] (true).
///
/// The supertraits are all functions defined by cases on a truth value: the table of every
/// two-way branch in the algebra.
pub trait Bool:
    Copy
    + Default
    + Send
    + Sync
    + 'static
    + integer::Absorb
    + integer::ByZero
    + integer::InsteadOf
    + integer::Ternary
    + PickNat
    + CeilUp
    + DivideLonger
    + DivideStep
    + DivideTwice
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
    + algebra::complement::BeginsHere
    + algebra::run::OneRun
    + algebra::run::RunsOfMode
    + algebra::complement::NotInterleaved
    + algebra::complement::Divides
    + algebra::complement::GapAllowed
    + algebra::complement::NothingToFill
    + algebra::compose::Accepted
    + algebra::compose::UnitOrRefused
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
    + algebra::walk::EndsInLast
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
    /// As a number, 0 or 1.
    type Number: Nat;
    /// Negation.
    type Not: Bool;
    /// Conjunction.
    type And<R: Bool>: Bool;
    /// Disjunction.
    type Or<R: Bool>: Bool;
    /// Equality.
    type Same<R: Bool>: Bool;
    /// Inequality.
    type Xor<R: Bool>: Bool;
    /// The lowest bit of self + A + B, which is that of self - A - B.
    type Digit<A: Bool, B: Bool>: Bool;
    /// Self + A + B > 1: what a sum carries.
    type Carry<A: Bool, B: Bool>: Bool;
    /// Self < A + B: what a difference borrows.
    type Borrow<A: Bool, B: Bool>: Bool;
    /// Is 2 self + E larger than 2A?
    type Exceeds<A: Bool, E: Bool>: Bool;
    /// E and not self.
    type Unless<E: Bool>: Bool;
    /// E or not self.
    type OrNot<E: Bool>: Bool;
    /// 2N + self
    type After<N: Positive>: Positive;
    /// The number with the bits self and B.
    type Pair<B: Bool>: Nat;
    /// The number with the bits self, B and C.
    type Triple<B: Bool, C: Bool>: Nat;
    /// Self * N.
    type Times<N: Nat>: Nat;
    /// The number with the bits self and B, times N.
    type PairTimes<B: Bool, N: Nat>: Nat;
    /// The number with the bits self, B and C, times N.
    type TripleTimes<B: Bool, C: Bool, N: Nat>: Nat;
    /// Self and U = V; V is looked at only if self is true.
    type AndEq<U: Nat, V: Nat>: Bool;
    /// Not self, and U * R = P; that is looked at only if self is false.
    type NotAndTimesIs<U: Nat, R: Nat, P: Nat>: Bool;
    /// In how many bits 0 an even number ends, whose bits after the lowest are self and A.
    type ZerosAfter1<A: Bool>: Zeros;
    /// The same, if the two lowest bits are 0, and then comes self.
    type ZerosAfter2: Zeros;
}

impl Bool for B0 {
    const VALUE: bool = false;
    type Number = UTerm;
    type Not = B1;
    type And<R: Bool> = B0;
    type Or<R: Bool> = R;
    type Same<R: Bool> = R::Not;
    type Xor<R: Bool> = R;
    type Digit<A: Bool, B: Bool> = A::Xor<B>;
    type Carry<A: Bool, B: Bool> = A::And<B>;
    type Borrow<A: Bool, B: Bool> = A::Or<B>;
    type Exceeds<A: Bool, E: Bool> = A::Unless<E>;
    type Unless<E: Bool> = E;
    type OrNot<E: Bool> = B1;
    type After<N: Positive> = UInt<N, B0>;
    type Pair<B: Bool> = B::Number;
    type Triple<B: Bool, C: Bool> = B::Pair<C>;
    type Times<N: Nat> = UTerm;
    type PairTimes<B: Bool, N: Nat> = B::Times<N>;
    type TripleTimes<B: Bool, C: Bool, N: Nat> = B::PairTimes<C, N>;
    type AndEq<U: Nat, V: Nat> = B0;
    type NotAndTimesIs<U: Nat, R: Nat, P: Nat> = U::TimesIs<R, P>;
    type ZerosAfter1<A: Bool> = A::ZerosAfter2;
    type ZerosAfter2 = ThreeZeros;
}

impl Bool for B1 {
    const VALUE: bool = true;
    type Number = N1;
    type Not = B0;
    type And<R: Bool> = R;
    type Or<R: Bool> = B1;
    type Same<R: Bool> = R;
    type Xor<R: Bool> = R::Not;
    type Digit<A: Bool, B: Bool> = A::Same<B>;
    type Carry<A: Bool, B: Bool> = A::Or<B>;
    type Borrow<A: Bool, B: Bool> = A::And<B>;
    type Exceeds<A: Bool, E: Bool> = A::OrNot<E>;
    type Unless<E: Bool> = B0;
    type OrNot<E: Bool> = E;
    type After<N: Positive> = UInt<N, B1>;
    type Pair<B: Bool> = B::After<N1>;
    type Triple<B: Bool, C: Bool> = C::After<B::After<N1>>;
    type Times<N: Nat> = N;
    type PairTimes<B: Bool, N: Nat> = <B::Times<N> as Nat>::Add<N::Shift1>;
    type TripleTimes<B: Bool, C: Bool, N: Nat> = <B::PairTimes<C, N> as Nat>::Add<N::Shift2>;
    type AndEq<U: Nat, V: Nat> = U::Eq<V>;
    type NotAndTimesIs<U: Nat, R: Nat, P: Nat> = B0;
    type ZerosAfter1<A: Bool> = OneZero;
    type ZerosAfter2 = TwoZeros;
}
