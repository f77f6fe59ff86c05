//! What the lower floors have by the upper ones: the one place that names every floor of the library.
//!
//! A function that is defined by [`cases!`](crate::cases) is a trait that its tags implement. So that it may be called for every tag without
//! a bound, the trait is a supertrait of that of the tag: [`Bool`] or [`Kind`]. Both have them by the traits below, and need not know what is above them.
//! Whoever writes a new function by cases adds its line here. The branches of `#[total]` functions are in a list that a test writes.
//!
//! In the same way an integer, a tuple or a form is something to the floors above it, which say what in a trait of their own: that is its role there.

use crate::algebra::coordinate::{Coord, OrElse};
use crate::algebra::{compose::WalkingStride, divide::Tiler, natural::NaturalCoord, tree::Pairing};
use crate::atom::CopyTile;
use crate::integer::{Division, Integer};
use crate::number::{B0, B1};
use crate::stride::{Linear, LinearOperation, LinearQuestion, WalksAlong, WithSign};
use crate::tuple::{AsCoordinate, Empty, IntTuple, Leaf, Node, form::Forming};
use crate::{algebra, layout, stride, tensor, tuple};
#[cfg(doc)]
use crate::{number::Bool, tuple::Kind};

mod total;

macro_rules! roles {
    ($($(#[$m:meta])* $Roles:ident: $($bound:path),+;)+) => { $(
        $(#[$m])*
        #[doc(hidden)]
        pub trait $Roles: $($bound +)+ {}
        #[diagnostic::do_not_recommend]
        impl<T> $Roles for T where T: $($bound +)+ {}
    )+ };
}
roles! {
    /// What a static number is above: an integer, which is known.
    RolesOfNumber: Integer<Known = Self>;
    /// What a division of static numbers is above: one of integers.
    RolesOfDivision: Division;
    /// What an integer is above: a tuple of itself alone, a coordinate, a stride, an offset, a tiler.
    RolesOfInteger: IntTuple<Profile = usize, Leaf = Self>, AsCoordinate, Linear, WalksAlong,
        Coord<Form = usize>, OrElse, Tiler<TilerForm = usize>, WalkingStride;
    /// What a run-time integer is above: one that has a signed kind.
    RolesOfDynamic: IntTuple<Profile = usize>, WithSign;
    /// What an operation on integers is above: one on strides.
    RolesOfOperation: LinearOperation;
    /// What a question about integers is above: one about strides.
    RolesOfQuestion: LinearQuestion;
    /// What a form is above: what makes tuples of it, and the natural coordinates of its shapes.
    RolesOfProfile: Forming<Form = Self>, NaturalCoord;
    /// What a tuple is above: a coordinate, one of a pair of tuples, the tile of a copy.
    RolesOfTuple: Coord, Pairing, CopyTile;
}

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
    + tuple::Ternary
    + layout::fallible::Attempt
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
    + tuple::size::ExtentsOf
{
}
impl BranchesOfKind for Leaf {}
impl BranchesOfKind for Empty {}
impl BranchesOfKind for Node {}
