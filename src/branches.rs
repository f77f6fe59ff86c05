//! The list of all branches: the one place that names every floor of the library.
//!
//! A function that is defined by [`cases!`](crate::cases) is a trait that its tags implement. So that it may be called for every tag without
//! a bound, the trait is a supertrait of that of the tag: [`Bool`] or [`Kind`]. Both have them by the traits below, and need not know what is above them.
//! Whoever writes a new function by cases adds its line here. The branches of `#[total]` functions are in a list that a test writes.

use crate::number::{B0, B1};
use crate::tuple::{Empty, Leaf, Node};
use crate::{algebra, atom, construct, integer, layout, number, run_time, stride, tensor, tuple};
#[cfg(doc)]
use crate::{number::Bool, tuple::Kind};

mod total;

/// What a tuple is to the floors above it: a coordinate, the tile of a copy, one of a pair of tuples.
#[doc(hidden)]
pub trait RolesOfTuple:
    algebra::coordinate::Coord + algebra::tree::Pairing + atom::CopyTile
{
}
impl<T: algebra::coordinate::Coord + algebra::tree::Pairing + atom::CopyTile> RolesOfTuple for T {}

/// All functions that are defined by cases on a truth value, a [`Bool`].
#[doc(hidden)]
pub trait BranchesOfBool:
    total::OnBool
    + algebra::swizzle::IsIdentity
    + algebra::walk::SmallerOf
    + construct::FragmentOf
    + integer::Absorb
    + integer::ByZero
    + integer::InsteadOf
    + integer::Ternary
    + number::CeilUp
    + number::DivideLonger
    + number::DivideStep
    + number::DivideTwice
    + number::PickNat
    + run_time::Attempt
    + stride::AfterZeros
    + stride::MinusOrLess
    + stride::OneAxis
    + stride::StaysInMode
    + tensor::algorithm::WalkPairs
    + tensor::vector::NoCommonVector
    + tensor::vector::SingleElement
    + tuple::access::AppendMany
    + tuple::access::DropModes
    + tuple::access::Filled
    + tuple::access::FilledInFront
    + tuple::access::GroupInRank
    + tuple::access::GroupModes
    + tuple::access::InRank
    + tuple::access::NthMode
    + tuple::access::PrependMany
    + tuple::access::ReplaceInRank
    + tuple::access::ReplaceMode
    + tuple::access::StaticIndex
    + tuple::access::TakeInRank
    + tuple::access::TakeModes
    + tuple::arithmetic::DividesExtent
    + tuple::arithmetic::NoFurtherMultiple
    + tuple::arrange::AllNested
    + tuple::compact::ColMajorByMode
    + tuple::compact::Earlier
    + tuple::compact::OrderByMode
    + tuple::compact::RefusedOrder
    + tuple::compact::RowMajorByMode
    + tuple::compact::UnitExtent
{
}
impl BranchesOfBool for B0 {}
impl BranchesOfBool for B1 {}

/// All functions that are defined by cases on what a tuple is, a [`Kind`].
#[doc(hidden)]
pub trait BranchesOfKind:
    total::OnKind
    + layout::NthLeaf
    + layout::partition::PartThenRests
    + layout::partition::TileThenRests
    + stride::AlongEach
    + stride::ElementsBefore
    + stride::FirstOf
    + stride::LastMode
    + stride::PlaceOnAxis
    + stride::ProjectedOn
    + stride::RestOf
    + stride::ScaleEach
    + stride::StepsAlong
    + stride::StepsLike
    + stride::SumOf
    + stride::SumWithLeaf
    + stride::SumWithNode
    + tensor::algorithm::WalkTogether
    + layout::bounds::BoundOf
    + tuple::access::AppendMode
    + tuple::access::FillLike
    + tuple::access::FlattenOnto
    + tuple::access::FlattenTuple
    + tuple::access::OtherModes
    + tuple::access::PathOf
    + tuple::access::SelectModes
    + tuple::arithmetic::CeilDivAll
    + tuple::arithmetic::CeilDivBy
    + tuple::arithmetic::CeilDivTuple
    + tuple::arithmetic::InnerProductOf
    + tuple::arithmetic::RoundUpTo
    + tuple::arithmetic::ScaleBy
    + tuple::arithmetic::ShapeDivBy
    + tuple::arithmetic::ShapeDivRest
    + tuple::arithmetic::ShapeDivTuple
    + tuple::arrange::HeadOfEach
    + tuple::arrange::JoinModes
    + tuple::arrange::NestModes
    + tuple::arrange::SpreadModes
    + tuple::arrange::TailOfEach
    + tuple::arrange::TransposeModes
    + tuple::arrange::TupleOfModes
    + tuple::arrange::ZipModes
    + tuple::compact::ColMajorFrom
    + tuple::compact::ColMajorOf
    + tuple::compact::CountRunTime
    + tuple::compact::LargestOf
    + tuple::compact::NumberRunTime
    + tuple::compact::OrderedBy
    + tuple::compact::ProductBefore
    + tuple::compact::RowMajorFrom
    + tuple::compact::RowMajorOf
    + tuple::compare::ColexLessThan
    + tuple::compare::CompatibleWith
    + tuple::compare::CongruentWith
    + tuple::compare::ElemLessThan
    + tuple::compare::InsideShape
    + tuple::compare::LexLessThan
    + tuple::compare::SameTuples
    + tuple::compare::WeaklyCongruentWith
    + tuple::equality::EqualTo
    + tuple::measure::DepthOf
    + tuple::measure::ProductLikeGuide
    + tuple::measure::ProductOfEach
{
}
impl BranchesOfKind for Leaf {}
impl BranchesOfKind for Empty {}
impl BranchesOfKind for Node {}
