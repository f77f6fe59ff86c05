//! The list of all branches: the one place that names every floor of the library.
//!
//! A function that is defined by [`cases!`](crate::cases) is a trait that its tags implement. So that it may be called for every tag without
//! a bound, the trait is a supertrait of that of the tag: [`Bool`] or [`Kind`]. Both have them by the traits below, and need not know what is above them.
//! Whoever writes a new function by cases adds its line here. The branches of `#[total]` functions are in a list that a test writes.

use crate::number::{B0, B1};
use crate::tuple::{Empty, Leaf, Node};
use crate::{algebra, atom, integer, layout, run_time, stride, tensor, tuple};
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
    + algebra::bend::AllStatic
    + algebra::bend::BendAccepted
    + algebra::bend::BreakHere
    + algebra::bend::Meets
    + algebra::bend::NoBend
    + algebra::bend::Reaches
    + algebra::bend::SameBreak
    + algebra::common::CommonVector
    + algebra::common::NoNeighbours
    + algebra::compose::ShapeOfOtherSize
    + algebra::coordinate::CoordinateByEachMode
    + algebra::coordinate::CoordinateByMode
    + algebra::coordinate::ExtentOne
    + algebra::coordinate::LastModeCoordinate
    + algebra::coordinate::LastModeOffset
    + algebra::coordinate::NoModeLeft
    + algebra::product::ReachesPast
    + algebra::property::ApartBelow
    + algebra::property::MayReach
    + algebra::property::PushConstant
    + algebra::property::PushExtent
    + algebra::property::PushSingle
    + algebra::property::PushStride
    + algebra::property::ReachAbove
    + algebra::property::ReachInside
    + algebra::property::SearchAfter
    + algebra::property::SearchFew
    + algebra::property::SearchNext
    + algebra::property::SearchPast
    + algebra::property::StepsPast
    + algebra::recast::Backwards
    + algebra::recast::ConstantMode
    + algebra::recast::DowncastBy
    + algebra::recast::NoRatio
    + algebra::recast::OneUnitMode
    + algebra::recast::OnlyNarrower
    + algebra::recast::OnlyWider
    + algebra::recast::OutOfGroup
    + algebra::recast::PartOfGroup
    + algebra::recast::SmallStride
    + algebra::recast::UnitMode
    + algebra::recast::UpcastBy
    + algebra::recast::WholeGroups
    + algebra::recast::WholeGroupsBack
    + algebra::run::OneRun
    + algebra::run::RunsOfMode
    + algebra::swizzle::IsIdentity
    + algebra::swizzle::IsLonger
    + algebra::swizzle::KeepsFunction
    + algebra::swizzle::KnownStart
    + algebra::swizzle::LeavesAlone
    + algebra::swizzle::MasksMatch
    + algebra::swizzle::NarrowerBits
    + algebra::swizzle::SameShift
    + algebra::swizzle::SomeBitsInside
    + algebra::swizzle::StaysAbove
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
    + algebra::tile::FillColMajor
    + algebra::tile::FillOneGap
    + algebra::tile::FillOrdered
    + algebra::tree::TreeOfNone
    + algebra::walk::SmallerOf
    + integer::Ternary
    + run_time::Attempt
    + tensor::algorithm::WalkPairs
{
}
impl BranchesOfBool for B0 {}
impl BranchesOfBool for B1 {}

/// All functions that are defined by cases on what a tuple is, a [`Kind`].
#[doc(hidden)]
pub trait BranchesOfKind:
    total::OnKind
    + algebra::coordinate::Convert
    + algebra::coordinate::ConvertFrom
    + algebra::coordinate::ConvertTo
    + algebra::coordinate::CoordinateBy
    + algebra::coordinate::CoordinateByEach
    + algebra::coordinate::CoordinateByModes
    + algebra::coordinate::CoordinateEach
    + algebra::coordinate::CoordinateOfIndex
    + algebra::coordinate::OffsetOfIndex
    + algebra::property::KnownExtents
    + algebra::property::KnownStrides
    + algebra::recast::UnitModes
    + algebra::run::ByRunsOf
    + algebra::run::RunOf
    + algebra::run::RunsOf
    + algebra::width::OffsetsOf
    + layout::NthLeaf
    + stride::ProjectedOn
    + stride::StepsAlong
    + tensor::algorithm::WalkTogether
    + layout::bounds::BoundOf
    + tuple::equality::EqualTo
{
}
impl BranchesOfKind for Leaf {}
impl BranchesOfKind for Empty {}
impl BranchesOfKind for Node {}
